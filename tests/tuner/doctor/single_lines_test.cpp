// What single lines of programs lead to: as the reader of logs takes them, and the table of causes
// explains them.
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/format.h"
#include "tuner/doctor/causes.h"
#include "tuner/doctor/doctor.h"

namespace treering::tuner::doctor {
namespace single_lines_test {

using ::testing::HasSubstr;

core::HostState host_of(const std::string& text) {
  const auto read = hw::formats::read_log_nccl_log({"t.log", text + "\n"});
  const auto* const run = read ? std::get_if<hw::formats::LoadedRun>(&*read) : nullptr;
  return run == nullptr ? core::HostState() : run->host;
}

/// All that is found in a text without a machine: "fault: ...", apart by line ends.
std::string findings_in(const std::string& text) {
  std::string all;
  for (const Finding& finding : diagnose_run(host_of(text)).findings) {
    all += std::string(name_of(finding.symptom.severity)) + ": " + finding.symptom.what + "\n";
  }
  return all;
}

// As in vllm-project/vllm#41848: int() of what CUDA_VISIBLE_DEVICES holds.
TEST(SingleLines, AUuidWhereAProgramWantsNumbers) {
  EXPECT_THAT(findings_in("ValueError: invalid literal for int() with base 10: "
                          "'MIG-377e0049-554c-540b-93c6-d0976f8426cb'"),
              HasSubstr("fault: the program wants numbers of GPUs in CUDA_VISIBLE_DEVICES"));
  EXPECT_THAT(findings_in("ValueError: invalid literal for int() with base 10: 'GPU-1c3a'"),
              HasSubstr("wants numbers of GPUs"));
  EXPECT_THAT(findings_in("ValueError: invalid literal for int() with base 10: 'auto'"),
              HasSubstr("not known here"));
}

}  // namespace single_lines_test
}  // namespace treering::tuner::doctor
