// A test scenario of NVIDIA CloudAI (github.com/NVIDIA/cloudai, conf/common/test_scenario): for
// each collective a run of nccl-tests at the largest size that has a floor. CloudAI's grade is 100
// x the highest busbw of the run / ideal_perf, at most 100 (src/cloudai/workloads/nccl_test/
// grading_strategy.py), so that with ideal_perf at the floor less than 100 is a faulty machine.
#include <algorithm>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "tuner/floors/forms.h"

namespace treering::tuner::floors {
namespace {

/// A basic string of TOML: printable, without quotes and backslashes in it.
std::string toml_text(std::string_view text) {
  std::string plain = core::printable(text);
  std::ranges::replace_if(
      plain, [](char c) { return c == '"' || c == '\\'; }, '_');
  return plain;
}

std::string test_of(const Sheet& sheet, const Row& row) {
  const std::string_view collective = core::name_of(row.collective);
  const std::string size = core::format_size_option(row.bytes);
  return fmt::format(
      "\n[[Tests]]\n"
      "id = \"floor.{0}\"\n"
      "num_nodes = {1}\n"
      "time_limit = \"00:20:00\"\n"
      "ideal_perf = {2}  # GB/s; expected {3}, {4}\n"
      "name = \"floor-{0}\"\n"
      "description = \"{0} of {5} reaches {2} GB/s\"\n"
      "test_template_name = \"NcclTest\"\n"
      "\n"
      "  [Tests.cmd_args]\n"
      "  docker_image_url = \"nvcr.io#nvidia/pytorch:25.06-py3\"\n"
      "  subtest_name = \"{0}_perf_mpi\"\n"
      "  ngpus = 1\n"
      "  minbytes = \"{6}\"\n"
      "  maxbytes = \"{6}\"\n",
      collective, sheet.hosts, figure(*row.floor), figure(row.busbw), power_text(row),
      core::format_size(row.bytes), size);
}

}  // namespace

Written write_cloudai(const Sheet& sheet) {
  std::string tests;
  for (const core::Collective collective : collectives_of(sheet)) {
    const Row* const row = largest_of(sheet, collective);
    if (row != nullptr) tests += test_of(sheet, *row);
  }
  if (tests.empty()) return {"", "no collective has a floor"};
  return {heading_of(sheet, "#") +
              "# A grade of 100 reaches the floor, less is a faulty machine. Change the image to "
              "yours.\n" +
              fmt::format("\nname = \"floors-{}-{}\"\n", toml_text(sheet.topology), sheet.hosts) +
              tests,
          ""};
}

}  // namespace treering::tuner::floors
