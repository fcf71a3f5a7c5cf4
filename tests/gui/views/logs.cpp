#include "tests/gui/views/logs.h"

#include <fstream>

#include <fmt/format.h>

#include "app/predict.h"
#include "tests/support/temporary_folder.h"

namespace treering::gui::views::views_test {
namespace {

const app::PredictReport& predicted() {
  static const app::PredictReport report = [] {
    app::PredictRequest request;
    request.job.topology = kLogged;
    request.job.nodes = 2;
    request.calls.sizes = {.minbytes = 1U << 20U, .maxbytes = 1U << 30U, .stepfactor = 8};
    return app::answer(request).value();
  }();
  return report;
}

}  // namespace

std::string write_log(const std::string& name, double factor) {
  static const support::TemporaryFolder folder;
  std::string path = folder.path() + "/" + name;
  std::ofstream file(path);
  file << "# Collective test starting: all_reduce_perf\n";
  for (int rank = 0; rank < 16; ++rank) {
    file << fmt::format("#  Rank {} Group 0 Pid 1 on n{} device {} [0x1b] NVIDIA A100\n", rank,
                        rank / 8, rank % 8);
  }
  file << "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n";
  for (const auto& row : predicted().rows) {
    if (!row.is_nccl_default) continue;
    const double us = row.time()->in_us() * factor;
    const auto bytes = row.bytes.count();
    const double algbw = static_cast<double>(bytes) / us / 1e3;
    const std::string side = fmt::format("{:.2f} {:.2f} {:.2f} 0", us, algbw, algbw * 1.875);
    file << fmt::format("{} {} float sum -1 {} {}\n", bytes, bytes / 4, side, side);
  }
  return path;
}

}  // namespace treering::gui::views::views_test
