// What is as large as may be is read, and what is far larger refused with its line, within the
// promised second and 200 MB.
#include "tests/support/large_inputs.h"

#include <algorithm>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"
#include "tests/support/peak_memory.h"
#include "tests/support/processor_time.h"
#include "tests/support/sanitized.h"

namespace treering::test {

// Found by GoogleTest beside its argument.
void PrintTo(const LargeInput& input, std::ostream* stream) {
  *stream << input.file;
}

}  // namespace treering::test

namespace treering::hw {
namespace large_inputs_test {

using test::LargeInput;

class LargeInputs : public ::testing::TestWithParam<LargeInput> {};

TEST_P(LargeInputs, AreReadOrRefusedInTime) {
  const LargeInput& input = GetParam();
  std::ostringstream text;
  input.write(text);
  const support::FakeFiles files({{input.file, std::move(text).str()}});
  std::string message;
  const double before = test::peak_memory_mb();
  const double seconds = test::processor_seconds([&] {
    const auto loaded = load_cluster(input.file, files);
    message = loaded ? "" : loaded.error().message();
  });
  const bool is_machine = input.shows == LargeInput::Shows::Machine;
  EXPECT_EQ(message.empty(), is_machine) << message;
  EXPECT_THAT(message,
              ::testing::StartsWith(is_machine ? "" : std::string(input.file) + input.error));
  // A release build takes half a second at most (docs/performance.md).
  EXPECT_LT(seconds, test::kIsSanitized ? 20 : 2);
  if (!test::kIsSanitized) {
    EXPECT_LT(test::peak_memory_mb() - before, 200);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, LargeInputs, ::testing::ValuesIn(test::large_inputs()),
                         [](const auto& one) {
                           std::string name = one.param.file;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace large_inputs_test
}  // namespace treering::hw
