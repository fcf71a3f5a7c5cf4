#include "tuner/runs/nearest_version.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "sim/nccl/versions/version.h"

namespace treering::tuner::runs {
namespace {

struct Named {
  std::string release;
  std::size_t rows = 0;
};

std::vector<Named> releases_of(const std::vector<Measurement>& rows) {
  std::vector<Named> all;
  for (const Measurement& row : rows) {
    auto place = std::ranges::find(all, row.nccl_version, &Named::release);
    if (place == all.end()) place = all.insert(all.end(), {row.nccl_version, 0});
    ++place->rows;
  }
  return all;
}

std::string remark_on(const std::string& release) {
  const sim::nccl::versions::Version* const version = sim::nccl::versions::find_version(release);
  if (version != nullptr) return sim::nccl::versions::nearest_version_remark(*version, release);
  return fmt::format("'{}' is not a version of NCCL 2; {} is used instead", release,
                     sim::nccl::versions::default_version().name);
}

}  // namespace

std::string nearest_version(std::string_view release) {
  const sim::nccl::versions::Version* const version = sim::nccl::versions::find_version(release);
  return std::string(version == nullptr ? sim::nccl::versions::default_version().name
                                        : version->name);
}

std::vector<std::string> nearest_versions(const std::vector<Measurement>& rows) {
  std::vector<std::string> remarks;
  for (const Named& one : releases_of(rows)) {
    const std::string remark = remark_on(one.release);
    if (remark.empty()) continue;
    remarks.push_back(fmt::format("{} ({})", remark, core::counted(one.rows, "row")));
  }
  return remarks;
}

}  // namespace treering::tuner::runs
