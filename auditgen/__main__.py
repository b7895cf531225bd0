"""`python -m auditgen`."""

from auditgen.cli.main import main

main()
