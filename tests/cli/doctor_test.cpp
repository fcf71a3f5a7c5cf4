#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/golden.h"

namespace treering::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(DoctorCommand, NothingWrong) {
  const Outcome outcome = run("doctor dgx-h100");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\nnothing found\n"));
  EXPECT_THAT(outcome.out, HasSubstr("# not looked at:"));
}

TEST(DoctorCommand, WhatAVariableCosts) {
  const Outcome outcome =
      run("doctor dgx-h100 --nodes 2 --env NCCL_IB_HCA==mlx5_0 --env NCCL_PROTO=LL");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  testing::expect_golden("cli/doctor_dgx-h100_n2.txt", outcome.out);
}

TEST(DoctorCommand, HintsAreNoIllness) {
  const Outcome outcome = run("doctor dgx-h100 --env NCCL_DEBUG=TRACE --quiet");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("1. hint: NCCL_DEBUG=TRACE"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("# ")));
}

TEST(DoctorCommand, Json) {
  const Outcome outcome = run("doctor dgx-a100 --env NCCL_PROTO=LL --format json");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["schema"], "treering.doctor/1");
  EXPECT_EQ(json["environment"]["NCCL_PROTO"], "LL");
  ASSERT_EQ(json["findings"].size(), 1U);
  const auto& finding = json["findings"][0];
  EXPECT_EQ(finding["check"], "variables");
  EXPECT_EQ(finding["gravity"], "warning");
  EXPECT_EQ(finding["evidence"], "--env");
  ASSERT_EQ(finding["losses"].size(), 6U);
  const auto& loss = finding["losses"][0];
  EXPECT_NEAR(loss["factor"].get<double>(),
              loss["time_us"].get<double>() / loss["mended_us"].get<double>(), 1e-3);
}

// NCCL has no Tree for all_gather: the call fails, and its time is none.
TEST(DoctorCommand, CallsThatFailHaveNoTime) {
  const Outcome outcome = run("doctor dgx-a100 --env NCCL_ALGO=Tree --format json");
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_TRUE(json["findings"][0]["losses"][0]["time_us"].is_null());
}

TEST(DoctorCommand, NamesThatNcclDoesNotHave) {
  EXPECT_EQ(run("doctor dgx-h100 --env NCCL_ALGOO=ring").exit_code, 2);
  EXPECT_EQ(run("doctor no-such-machine").exit_code, 3);
}

}  // namespace
}  // namespace treering::cli
