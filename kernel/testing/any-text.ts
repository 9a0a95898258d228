// Arbitrary text for property tests: control characters, directions, emoji, unassigned characters. Faster than fast-check's own binary strings.
import fc from "fast-check";

/** At most `max` characters, always well formed: lone surrogates cannot arrive in UTF-8. */
export const anyText = (max = 60): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
        { weight: 1, arbitrary: fc.integer({ min: 0x80, max: 0x10_ff_ff }) },
      ),
      { maxLength: max },
    )
    .map((codes) => String.fromCodePoint(...codes).toWellFormed());
