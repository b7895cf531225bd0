"""What everything is made of: Claim, Evidence, CheckResult, Verdict, AuditRecord."""
