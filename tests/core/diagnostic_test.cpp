#include <gtest/gtest.h>

#include "core/result.h"

namespace treering::core {
namespace diagnostic_test {

TEST(Diagnostic, MessageNamesSeverityAndPlace) {
  const Diagnostic diagnostic{Severity::Warning, "gpu 3", "link speed not readable"};
  EXPECT_EQ(diagnostic.message(), "warning: gpu 3: link speed not readable");
}

TEST(Diagnostic, PlaceMayBeEmpty) {
  EXPECT_EQ((Diagnostic{Severity::Note, "", "no NIC found"}).message(), "note: no NIC found");
  EXPECT_EQ((Diagnostic{Severity::Error, "", "no GPU read"}).message(), "error: no GPU read");
}

TEST(Diagnostic, MessageIsOneLineWhateverIsInIt) {
  EXPECT_EQ((Diagnostic{Severity::Note, "a\n", "b\x1b"}).message(), "note: a?: b?");
}

}  // namespace diagnostic_test
}  // namespace treering::core
