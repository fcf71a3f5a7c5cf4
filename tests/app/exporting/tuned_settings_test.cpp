#include "app/exporting/tuned_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/example_plugin.h"

namespace treering::app::exporting {
namespace tuned_settings_test {

using ::testing::HasSubstr;
using tuning::Choice;
using tuning::Reason;
using tuning::TuneReport;
using tuning::TuneRequest;

Choice confirmed(const sim::Way& way, std::uint64_t from_bytes, std::uint64_t to_bytes) {
  Choice choice;
  choice.from_bytes = from_bytes;
  choice.to_bytes = to_bytes;
  choice.way = way;
  choice.reason = Reason::Faster;
  choice.gain = Choice::Gain{1.5, 1.4, 1.6};
  choice.confidence = 0.99;
  return choice;
}

/// Ring with LL from 64 KiB to 1 MiB, on four DGX H100.
TuneReport tuned(const std::string& runner, const std::string& library) {
  TuneReport report;
  report.runner = report.measured_by = runner;
  report.library = library;
  report.ranks = 32;
  report.nodes = 4;
  report.measured = 40;
  report.choices = {confirmed({"ring", runner == "nccl" ? "ll" : "", 0}, 65536, 1048576)};
  return report;
}

TuneRequest asked(const std::string& runner, const std::string& topology = "") {
  TuneRequest request;
  request.measure.runner = runner;
  if (topology.empty()) return request;
  request.job.emplace();
  request.job->topology = topology;
  request.job->nodes = 4;
  return request;
}

std::string text_of(const TuneRequest& request, const TuneReport& report,
                    const std::optional<std::string>& to = {}) {
  const auto settings = settings_of(request, report, to);
  EXPECT_TRUE(settings) << settings.error().message();
  EXPECT_EQ(settings->refusal, "");
  return settings->text;
}

std::string refusal_of(const TuneRequest& request, const TuneReport& report) {
  const auto settings = settings_of(request, report, {});
  EXPECT_TRUE(settings);
  EXPECT_EQ(settings->text, "");
  return settings->refusal;
}

/// "ring/ll": of an all_reduce on the four nodes.
std::string pair_at(const std::vector<tuner::exporters::PluginRow>& rows, std::uint64_t bytes) {
  const auto answer = testing::answer_as_plugin(rows, {"allreduce", bytes, 4, 32},
                                                [](const auto&) { return false; });
  return answer.row == nullptr ? "" : answer.row->way.algorithm + "/" + answer.row->way.protocol;
}

TEST(TunedSettings, ThePluginTakesWhatIsConfirmedAndElseNcclsOwnChoice) {
  const auto report = tuned("nccl", "NCCL 2.28.9");
  const auto request = asked("nccl", "dgx-h100");
  const std::string text = text_of(request, report);
  EXPECT_THAT(text, HasSubstr("treering tune, 40 measurements with NCCL 2.28.9"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("predicted")));
  const auto rows = testing::load_as_plugin(text);
  ExportRequest own;
  own.job = *request.job;
  own.calls.model = sim::Model::Nccl;
  own.to = "tuner-csv";
  const auto usual = testing::load_as_plugin(answer(own)->text);
  for (std::uint64_t bytes = 8; bytes <= (1U << 30U); bytes *= 2) {
    const bool is_confirmed = bytes >= 65536 && bytes <= 1048576;
    EXPECT_EQ(pair_at(rows, bytes), is_confirmed ? "ring/ll" : pair_at(usual, bytes)) << bytes;
  }
}

TEST(TunedSettings, RulesOfOpenMpiHaveTheSizesOfEachLine) {
  TuneReport report = tuned("mpi", "Open MPI v4.1.4");
  report.choices.push_back(confirmed({"recursive_doubling", "", 0}, 1024, 4096));
  std::swap(report.choices[0], report.choices[1]);
  const std::string text = text_of(asked("mpi"), report);
  // From the size on; algorithm 0 is the library's own choice, 3 recursive doubling, 4 the ring.
  EXPECT_THAT(text, HasSubstr("\n0 0 0 0 # the library's own choice\n1024 3 4 0 #"));
  EXPECT_THAT(text, HasSubstr("\n4097 0 0 0 #"));
  EXPECT_THAT(text, HasSubstr("\n65536 4 4 0 # 64 KiB to 1 MiB: ring, 1.50 times as fast"));
  EXPECT_THAT(text, HasSubstr("\n1048577 0 0 0 # beyond"));
}

TEST(TunedSettings, OneAlgorithmForAllSizesIsAVariable) {
  EXPECT_THAT(text_of(asked("mpi"), tuned("mpi", "Open MPI v4.1.4"), "openmpi-env"),
              HasSubstr("export OMPI_MCA_coll_tuned_allreduce_algorithm=4\n"));
}

TEST(TunedSettings, NothingIsWrittenThatNobodyShouldSet) {
  TuneReport kept = tuned("mpi", "Open MPI v4.1.4");
  kept.choices.front().reason = Reason::Undecided;
  EXPECT_THAT(refusal_of(asked("mpi"), kept), HasSubstr("confirmed nothing"));
  EXPECT_THAT(refusal_of(asked("replay"), tuned("gloo", "Gloo")), HasSubstr("reads no settings"));
  EXPECT_THAT(refusal_of(asked("replay"), tuned("nccl", "NCCL 2.28.9")), HasSubstr("TOPOLOGY"));
  TuneReport emulated = tuned("nccl", "NCCL 2.28.9");
  emulated.records.emplace_back().environment["emulated"] = "yes";
  ASSERT_TRUE(emulated.is_emulated());
  EXPECT_THAT(refusal_of(asked("nccl", "dgx-h100"), emulated), HasSubstr("emulated"));
}

std::string error_of(const TuneRequest& request, const std::optional<std::string>& to) {
  const auto checked = check_settings(request, to);
  return checked ? "" : checked.error().message();
}

TEST(TunedSettings, WhatCannotComeOfATuningIsSaidBefore) {
  EXPECT_EQ(error_of(asked("mpi"), {}), "");
  EXPECT_EQ(error_of(asked("replay"), "tuner-csv"), "");
  EXPECT_THAT(error_of(asked("mpi"), "tuner-csv"), HasSubstr("openmpi-rules"));
  EXPECT_THAT(error_of(asked("gloo"), {}), HasSubstr("gloo, which reads none"));
  EXPECT_THAT(error_of(asked("nccl"), {}), HasSubstr("without TOPOLOGY"));
  EXPECT_THAT(error_of(asked("nccl", "dgx-h100"), "env"), HasSubstr("holds for every size"));
}

}  // namespace tuned_settings_test
}  // namespace treering::app::exporting
