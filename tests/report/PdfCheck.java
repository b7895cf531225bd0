import java.io.*; import java.util.*;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.*; import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.*; import org.verapdf.pdfa.validation.profiles.*;

/** Validates files against PDF/UA-1 and PDF/A-3a with the veraPDF engine. Usage: PdfCheck ua1,3a FILE... */
public class PdfCheck {
  static final Map<String, String> PROFILES = Map.of("ua1", "PDFUA-1", "3a", "PDFA-3A");

  public static void main(String[] args) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    int bad = 0;
    for (int i = 1; i < args.length; i++) for (String flavour : args[0].split(",")) {
      PDFAFlavour fl = PDFAFlavour.byFlavourId(flavour);
      ValidationProfile profile = Profiles.profileFromXml(PdfCheck.class.getResourceAsStream(
          "/org/verapdf/pdfa/validation/" + PROFILES.get(flavour) + ".xml"));
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(args[i]), fl)) {
        ValidationResult result = Foundries.defaultInstance().createValidator(profile, false).validate(parser);
        System.out.println(args[i] + "\t" + flavour + "\t" + (result.isCompliant() ? "PASS" : "FAIL")
            + "\t" + result.getTotalAssertions());
        Set<String> seen = new LinkedHashSet<>();
        for (TestAssertion t : result.getTestAssertions()) if (t.getStatus() == TestAssertion.Status.FAILED)
          seen.add("  " + t.getRuleId().getClause() + "-" + t.getRuleId().getTestNumber() + " " + t.getMessage());
        seen.forEach(System.out::println);
        if (!result.isCompliant() || result.getTotalAssertions() == 0) bad = 1;
      }
    }
    System.exit(bad);
  }
}
