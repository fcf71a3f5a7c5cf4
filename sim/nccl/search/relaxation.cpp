#include "sim/nccl/search/trials.h"

namespace treering::sim::nccl::search {
namespace {

PathType farther(PathType type) {
  return static_cast<PathType>(static_cast<int>(type) + 1);
}

/// Which constraint to relax after an attempt. One that cannot be relaxed further goes back to its
/// strictest value before the next one is tried.
class Relaxation {
 public:
  Relaxation(Trials& trials, const PathRange& range, job::CrossNic cross_nic)
      : trials_(trials),
        system_(trials.space.system),
        best_(trials.best),
        trial_(trials.trial),
        range_(range),
        cross_nic_(cross_nic),
        same_channels_first_(trials.best.same_channels) {}

  /// Relaxes one constraint. False when none is left.
  bool relax() {
    if (allow_different_channels()) return true;
    if (out_of_steps()) return false;
    return try_simpler_tree() || allow_farther_gpus() || allow_farther_nets() ||
           allow_other_rail() || ask_less_bandwidth();
  }

 private:
  bool allow_different_channels() {
    const system::CpuNode& cpu = system_.cpu(0);
    const bool through_amd = cpu.arch == CpuArch::X86 && cpu.vendor == CpuVendor::Amd &&
                             trial_.type_intra == PathType::Sys;
    if (trial_.same_channels && !through_amd) {
      trial_.same_channels = false;
      return true;
    }
    trial_.same_channels = same_channels_first_;
    return false;
  }

  bool out_of_steps() {
    trials_.all_steps += trials_.steps;  // what the last search did not use
    return trials_.all_steps < 0 && best_.channels > 0;
  }

  bool try_simpler_tree() {
    if (system_.min_compute_capability() >= trials_.space.constants.simpler_tree_from &&
        trial_.pattern == Pattern::BalancedTree) {
      trial_.pattern = Pattern::Tree;
      return true;
    }
    trial_.pattern = best_.pattern;
    return false;
  }

  bool allow_farther_gpus() {
    const PathType limit = system_.spans_nodes ? trial_.type_inter : range_.farthest_intra;
    if (trial_.type_intra < limit &&
        (best_.channels == 0 || trial_.type_intra < best_.type_intra)) {
      trial_.type_intra = farther(trial_.type_intra);
      if (trial_.type_intra < PathType::Dis) return true;
    }
    trial_.type_intra = range_.nearest_intra;
    return false;
  }

  bool allow_farther_nets() {
    if (system_.spans_nodes && trial_.type_inter < range_.farthest_inter &&
        (best_.channels == 0 || trial_.type_inter < best_.type_inter ||
         trial_.type_inter < PathType::Pxn)) {
      trial_.type_inter = farther(trial_.type_inter);
      if (trial_.type_inter < PathType::Dis) return true;
    }
    trial_.type_inter = range_.nearest_inter;
    return false;
  }

  bool allow_other_rail() {
    if (cross_nic_ == job::CrossNic::WhenBetter && trial_.cross_nic == 0 &&
        (best_.pattern == Pattern::Ring || best_.pattern == Pattern::BalancedTree)) {
      trial_.cross_nic = 2;
      return true;
    }
    trial_.cross_nic = cross_nic_ == job::CrossNic::Always ? 1 : 0;
    return false;
  }

  bool ask_less_bandwidth() {
    // Half of the bandwidth that was found is not worth another attempt.
    constexpr double kWorthwhile = .49;
    Speeds& speeds = trials_.speeds;
    if (speeds.is_lowest()) return false;
    if (best_.channels > 0 && !(speeds.next_lower() / best_.bw_inter > kWorthwhile)) return false;
    speeds.lower();
    trials_.ask_for_speed();
    return true;
  }

  Trials& trials_;
  const system::System& system_;
  const Layout& best_;
  Layout& trial_;
  const PathRange& range_;
  job::CrossNic cross_nic_;
  bool same_channels_first_;
};

}  // namespace

void relax_until_found(Trials& trials, const PathRange& range, job::CrossNic cross_nic) {
  Relaxation pass(trials, range, cross_nic);
  while (!trials.search() && pass.relax()) {
  }
}

}  // namespace treering::sim::nccl::search
