#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "core/text/hash.h"
#include "core/text/quote.h"
#include "tuner/launch/process.h"
#include "tuner/measure/conditions.h"
#include "workers/serve.h"

namespace treering::workers {
namespace {

constexpr std::string_view kOpenMpi = "OMPI_MCA_";

/// Frameworks of Open MPI that choose how data moves (ompi/mca and opal/mca of 4.1), and the
/// parameters of MPI itself.
constexpr std::array<std::string_view, 9> kFrameworks{"bml", "btl",  "coll", "mpi", "mpool",
                                                      "mtl", "opal", "osc",  "pml"};

/// What the runner sets for all measurements (tuner/runners/mpi_command.cpp), and what mpirun says
/// of the slots that it was given.
constexpr std::array<std::string_view, 3> kOwn{"OMPI_MCA_coll_tuned_use_dynamic_rules",
                                               "OMPI_MCA_mpi_oversubscribe",
                                               "OMPI_MCA_pml_monitoring_enable"};

bool counts(std::string_view name) {
  if (name.starts_with("UCX_") || name.starts_with("GLOO_")) return true;
  if (!name.starts_with(kOpenMpi) || std::ranges::find(kOwn, name) != kOwn.end()) return false;
  const std::string_view parameter = name.substr(kOpenMpi.size());
  return std::ranges::find(kFrameworks, parameter.substr(0, parameter.find('_'))) !=
         kFrameworks.end();
}

}  // namespace

std::string variables_text(const std::vector<std::string>& environment) {
  std::vector<std::string> all;
  for (const std::string& one : environment) {
    const std::size_t equals = one.find('=');
    if (equals != std::string::npos && counts(std::string_view(one).substr(0, equals))) {
      all.push_back(core::printable(one));
    }
  }
  std::ranges::sort(all);
  return all.empty() ? tuner::measure::kNoVariables : fmt::format("{}", fmt::join(all, "; "));
}

std::string variables_text() {
  return variables_text(tuner::launch::environment_of_this_process());
}

std::string host_mark() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return core::host_mark(name.data());
}

}  // namespace treering::workers
