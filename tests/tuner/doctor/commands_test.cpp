#include "tuner/doctor/commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace commands_test {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::patient_on;
using testing::with_variable;

std::vector<std::string> lines_of(const std::vector<Change>& changes) {
  std::vector<std::string> lines;
  for (const Change& change : changes) lines.push_back(change.line);
  return lines;
}

TEST(DoctorCommands, NameWhatTheFindingIsOn) {
  EXPECT_THAT(commands_for_pcie(std::vector<std::string>{"0000:1b:00.0"}).look,
              Contains(HasSubstr("-s 0000:1b:00.0 ")));
  EXPECT_THAT(commands_for_ports({"mlx5_1", "mlx5_2"}).look,
              ::testing::IsSupersetOf({"ibstat mlx5_1", "ibstat mlx5_2"}));
  EXPECT_THAT(lines_of(without_variable("NCCL_ALGO").change), ElementsAre("unset NCCL_ALGO"));
  EXPECT_THAT(lines_of(doctor::with_variable("NCCL_DEBUG", "WARN").change),
              ElementsAre("export NCCL_DEBUG=WARN"));
}

// A file says whatever it likes.
TEST(DoctorCommands, TakeNoWordsOfAFileAsCommands) {
  const std::string evil = "$(touch x); `touch y` --help\n'";
  for (const Commands& commands : {commands_for_pcie(std::vector<std::string>{evil, "-vv"}),
                                   commands_for_ports({evil, "-l"}), commands_for_acs({evil})}) {
    EXPECT_THAT(commands.look, Each(Not(HasSubstr("touch"))));
    EXPECT_THAT(commands.look, Not(Contains("ibstat -l")));
    EXPECT_THAT(commands.change, IsEmpty());
  }
  EXPECT_TRUE(without_variable(evil).empty());
  EXPECT_TRUE(without_variable("1ST").empty());
  EXPECT_TRUE(doctor::with_variable(evil, "1").empty());
  EXPECT_THAT(lines_of(doctor::with_variable("NCCL_NET", "a'b $(touch x)").change),
              ElementsAre(R"(export NCCL_NET='a'\''b $(touch x)')"));
}

// Of more than a screen's worth all are looked at.
TEST(DoctorCommands, ManyOfAKindAreLookedAtTogether) {
  const std::vector<std::string> many(9, "mlx5_0");
  EXPECT_THAT(commands_for_ports(many).look, Contains("ibstat"));
}

TEST(DoctorCommands, WhatEndsOrWeakensSomethingSaysSo) {
  Patient patient = patient_on("dgx-h100");
  const core::Topology& node = patient.condition.cluster.node;
  const core::DeviceId gpu = node.of_kind(core::DeviceKind::Gpu).front();
  for (const Commands& commands :
       {commands_for_nvlinks(node, gpu), commands_for_mig(3), commands_for_acs({"0000:00:01.0"})}) {
    ASSERT_EQ(commands.change.size(), 1U);
    EXPECT_FALSE(commands.change.front().careful.empty()) << commands.change.front().line;
  }
  EXPECT_THAT(commands_for_nvlinks(node).change, IsEmpty());
}

TEST(DoctorCommands, AreOfTheirFinding) {
  Patient patient = with_variable(patient_on("dgx-h100"), "NCCL_DEBUG", "TRACE");
  patient.host.shm_bytes = {std::uint64_t{64} << 20U, file_origin("df")};
  patient.host.warnings.push_back(
      {.text = "Call to ibv_reg_mr failed with error Cannot allocate memory",
       .origin = file_origin("run.log: line 7"),
       .host = "node3"});
  const Examination variables = check_variables(patient);
  ASSERT_EQ(variables.symptoms.size(), 1U);
  EXPECT_EQ(variables.symptoms.front().commands, doctor::with_variable("NCCL_DEBUG", "WARN"));
  const Examination limits = check_memory_limits(patient);
  ASSERT_EQ(limits.symptoms.size(), 1U);
  EXPECT_EQ(limits.symptoms.front().commands, commands_for_small_shared_memory());
  const Examination failures = check_run_failures(patient);
  ASSERT_EQ(failures.symptoms.size(), 1U);
  EXPECT_THAT(failures.symptoms.front().commands.look, Contains(HasSubstr("ulimit -l")));
  EXPECT_EQ(failures.symptoms.front().host, "node3");
}

}  // namespace commands_test
}  // namespace treering::tuner::doctor
