// Facts that a topology's source does not say although times and choices depend on them. Where
// anything is a guess, treering gives no advice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"

namespace treering::app::setup {

struct Guess {
  enum class What : std::uint8_t { Nvlinks, Gpus, PortRates, Cpu, PcieRate, NodeOrder };
  What what = What::Nvlinks;
  std::string text;   // "NVLinks of x are unknown: the file has no ...", without full stop
  std::string taken;  // "They are counted as none", a sentence without full stop; "": nothing
  std::string hint;   // names the file or option that says it: "give the file that ..."
  bool may_be_faster = false;  // the guess, than the machine
};

/// None where the source says all. Rates of ports count in jobs of several nodes only, the order of
/// nodes where they are under several leaf switches; the CPU and the rate of PCIe slots where the
/// answer was found to depend on them (Setup::doubts).
std::vector<Guess> guesses_of(const Setup& setup);

/// Their names for programs: "nvlinks", "gpus", "port_rates", "cpu", "pcie_rate", "node_order".
std::vector<std::string_view> names_of(const std::vector<Guess>& guesses);

/// Likewise of a fact: "cpu".
std::string_view name_of(OpenFact::What what);

bool is_guess(const Setup& setup);

/// Whether a machine without any fault may be slower than this one.
bool may_be_faster_than_real(const Setup& setup);

/// Takes the GPUs for what they were assumed to be where that is the model which something else
/// names.
void confirm_gpus(Setup& setup, std::string_view driver_name);

}  // namespace treering::app::setup
