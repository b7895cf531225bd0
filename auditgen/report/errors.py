"""What can keep a report from being made. Each message is one line that says how to mend it."""


class ReportError(Exception):
    """Base of the errors below."""


class PdfEngineError(ReportError):
    """The native libraries of WeasyPrint are missing, or the templates asked for something outside the bundle."""


class ReportTooLargeError(ReportError):
    """More claims than one file should hold."""


class TemplateNotFoundError(ReportError):
    """No folder holds the template; for a language the message names those that exist."""


class FontMissingError(ReportError):
    """A font package is not installed."""


class MissingWordError(ReportError, KeyError):
    """The vocabulary of a language lacks an entry that the report needs."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""  # KeyError would print the message in quotation marks
