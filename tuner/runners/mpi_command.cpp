#include "tuner/runners/mpi_command.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "tuner/launch/process.h"
#include "tuner/launch/shape.h"
#include "tuner/launch/worker_group.h"

namespace treering::tuner::runners {

namespace {

constexpr std::string_view kTuned = "OMPI_MCA_coll_tuned_";
constexpr std::string_view kSwitch = "use_dynamic_rules=";

/// As Open MPI 4.1 reads a parameter that is true or false (opal/mca/base/mca_base_var_enum.c): a
/// number other than 0, or a word.
bool is_true(std::string_view word) {
  constexpr std::array<std::string_view, 5> kYes{"true", "t", "enabled", "yes", "y"};
  if (std::ranges::find(kYes, word) != kYes.end()) return true;
  const bool is_number =
      !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number && word.find_first_not_of('0') != std::string_view::npos;
}

bool needs_the_switch(std::string_view parameter) {
  return parameter.find("_algorithm") != std::string_view::npos ||
         parameter == "dynamic_rules_filename";
}

}  // namespace

std::vector<std::string> unheeded_variables(const std::vector<std::string>& environment) {
  std::vector<std::string> names;
  for (const std::string& entry : environment) {
    if (!entry.starts_with(kTuned)) continue;
    const std::string_view rest = std::string_view(entry).substr(kTuned.size());
    if (rest.starts_with(kSwitch) && is_true(rest.substr(kSwitch.size()))) return {};
    const std::size_t equals = entry.find('=');
    if (needs_the_switch(rest.substr(0, rest.find('=')))) names.push_back(entry.substr(0, equals));
  }
  return names;
}

namespace {

using Words = std::vector<std::string>;

/// coll/tuned heeds forced algorithms, and messages are noted (workers/mpi). What it would not heed
/// without us is taken out.
Words settings(const LaunchRequest& job) {
  Words all = unheeded_variables(launch::environment_of_this_process());
  all.insert(all.end(),
             {"OMPI_MCA_coll_tuned_use_dynamic_rules=1", "OMPI_MCA_pml_monitoring_enable=1",
              std::string(launch::kTagVariable) + "=1"});
  // In a container there is often nobody else. In a shaped cluster everybody is root.
  if (geteuid() == 0 || !job.shaped_gbit.empty()) {
    all.emplace_back("OMPI_ALLOW_RUN_AS_ROOT=1");
    all.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1");
  }
  return all;
}

Words words_here(const LaunchRequest& job) {
  // Ranks bind themselves (workers/binding), by one rule for all libraries, which the results name.
  return {"mpirun", "-np", std::to_string(job.ranks), "--oversubscribe", "--bind-to", "none"};
}

/// Each rank is alone on its host, and all that ranks say to each other goes over its link.
Words words_on_shaped_hosts(const LaunchRequest& job, const std::string& shape) {
  Words hosts;
  for (int rank = 0; rank < job.ranks; ++rank) hosts.push_back(launch::shaped_host(rank));
  Words words = launch::words_to_shape(shape, job.shaped_gbit);
  const Words mpirun{"mpirun", "-np", std::to_string(job.ranks), "-H",
                     fmt::format("{}", fmt::join(hosts, ","))};
  words.insert(words.end(), mpirun.begin(), mpirun.end());
  // All hosts are the same cores: each would bind its rank to the first of them, and a rank that
  // waits would keep others from theirs.
  words.insert(words.end(), {"--bind-to", "none"});
  const std::initializer_list<Words> parameters{
      {"mpi_yield_when_idle", "1"},
      // On the PATH of what treering-shape runs; Open MPI would split a path with blanks.
      {"plm_rsh_agent", "treering-shape --agent"},
      {"plm_rsh_no_tree_spawn", "1"},
      {"oob_tcp_if_include", launch::kShapedNetwork},
      {"btl_tcp_if_include", launch::kShapedNetwork},
      {"btl", "tcp,self"},
      // Others go around the links, or bring networks of their own; ob1 and monitoring stay.
      {"pml", "^ucx,cm"},
  };
  for (const Words& parameter : parameters) {
    words.emplace_back("--mca");
    words.insert(words.end(), parameter.begin(), parameter.end());
  }
  return words;
}

}  // namespace

launch::Command mpi_command(const LaunchRequest& job, const Programs& programs) {
  launch::Command command;
  command.environment = settings(job);
  command.environment.push_back(binding_setting(job));
  if (!job.shaped_gbit.empty()) {
    command.words = words_on_shaped_hosts(job, programs.shape);
  } else if (job.launcher == Launcher::None) {
    command.words = words_here(job);
  }
  command.words.push_back(programs.worker);
  command.words.emplace_back(launch::kSocketWord);
  return command;
}

}  // namespace treering::tuner::runners
