#include "tests/cli/measured_job.h"

#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {

std::string sweep(const std::string& id, const std::string& algorithm) {
  std::string rows;
  for (long long bytes = 1024; bytes <= 1LL << 28; bytes *= 4) {
    const double time = 40 + 1e-5 * static_cast<double>(bytes);
    rows += fmt::format("{},all_reduce,{},2,16,{},{}\n", id, bytes, algorithm, time);
  }
  return rows;
}

std::string slow_sweep() {
  const std::string words = "predict dgx-a100 --nodes 2 -b 1K -e 256M -f 4 --format json";
  const auto json = nlohmann::json::parse(run(words).out);
  std::string rows;
  for (const auto& result : json["results"]) {
    if (!result["nccl_default"].get<bool>()) continue;
    rows += fmt::format("slow,all_reduce,{},2,16,,{}\n", result["bytes"].get<long long>(),
                        1.3 * result["time_us"].get<double>());
  }
  return rows;
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void MeasuredJob::SetUp() {
  runs_ = write("runs.csv", kHead + sweep("one", "") + sweep("two", "Ring"));
  job_ = "dgx-a100 --nodes 2 --measurements " + runs_;
}

std::string MeasuredJob::write(const std::string& name, const std::string& text) const {
  std::string path = (folder_ / name).string();
  std::ofstream(path) << text;
  return path;
}

}  // namespace treering::cli
