#include "tuner/runners/runner.h"

#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/launch/launched_rank.h"

namespace treering::tuner::runners {
namespace {

namespace fs = std::filesystem;
using launch::Binding;

core::Result<void> check_shape(const LaunchRequest& job) {
  if (job.launcher != Launcher::None) {
    return core::usage_error("⟨shaped⟩", "a launcher has started the ranks",
                             "expected ranks that treering starts",
                             "run it without mpirun or srun");
  }
  if (job.shaped_gbit.size() != static_cast<std::size_t>(job.ranks)) {
    return core::usage_error(
        "⟨shaped⟩", core::counted(job.shaped_gbit.size(), "rate"),
        fmt::format("expected one for each of {}", core::counted(job.ranks, "rank")));
  }
  if (job.binding != Binding::Automatic && job.binding != Binding::None) {
    return core::usage_error("⟨bind⟩", fmt::format("{} in a shaped cluster", name_of(job.binding)),
                             "expected none: its ranks share all cores");
  }
  return {};
}

}  // namespace

Launcher launcher_of_this_process() {
  const auto own = launch::launched_rank();
  if (!own) return Launcher::None;
  return own->rank == 0 ? Launcher::Conductor : Launcher::Member;
}

core::Result<std::string> worker_program(std::string_view name) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const std::array folders{
      self.parent_path(),                                         // where it was built
      self.parent_path().parent_path() / "libexec" / "treering",  // where it is installed
      self.parent_path().parent_path() / "bin",                   // of a test program
  };
  for (const fs::path& folder : folders) {
    const fs::path program = folder / name;
    if (fs::exists(program, error)) return program.string();
  }
  // Each worker is a package, and treering-shape is in that of treering.
  const std::string package(name.starts_with("treering-worker") ? name : "treering");
  return core::environment_error(
      std::string(name), "not found beside treering", "",
      "install the package " + package + ", or build treering where the library is installed");
}

std::string binding_setting(const LaunchRequest& job) {
  const bool has_launcher = job.launcher != Launcher::None;
  const bool is_automatic = job.binding == Binding::Automatic;
  const bool is_free = !job.shaped_gbit.empty() || (has_launcher && is_automatic);
  return launch::setting_of(is_free ? Binding::None : job.binding);
}

core::Result<Programs> programs_for(const LaunchRequest& job, std::string_view worker) {
  const bool is_shaped = !job.shaped_gbit.empty();
  if (is_shaped) {
    if (const auto checked = check_shape(job); !checked) return core::fail(checked.error());
  }
  auto program = worker_program(worker);
  if (!program) return core::fail(program.error());
  Programs programs{*std::move(program), ""};
  if (!is_shaped) return programs;
  auto shape = worker_program("treering-shape");
  if (!shape) return core::fail(shape.error());
  programs.shape = *std::move(shape);
  return programs;
}

}  // namespace treering::tuner::runners
