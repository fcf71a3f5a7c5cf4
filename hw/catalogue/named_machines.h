// Machines that people name in words: products, instances of clouds, supercomputers. Each is a
// built-in topology, or one with fewer or slower adapters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treering::hw::catalogue {

struct NamedMachine {
  std::string_view word;           // in lower case, with blanks for all but letters and digits
  std::string_view name;           // for people: "AWS p4de.24xlarge"
  std::string_view topology;       // built-in
  std::string_view nics = {};      // a number of adapters; "": as the topology has
  std::string_view nic_rate = {};  // Gbit/s of a port; "": likewise
};

/// The one that a text names: "DGX A100", "2x p5.48xlarge", "Standard_ND40rs_v2". Null where it
/// names none, or several that are not the same.
const NamedMachine* machine_named_in(std::string_view text);

/// The GPUs of a text in people's words, in order: "H100" of "8x H100", "A100 SXM4 80GB"; of each
/// model the longest name.
std::vector<std::string> gpus_named_in(std::string_view text);

/// Whether it names an Instinct of AMD: "4 x MI250X".
bool names_amd_gpu(std::string_view text);

/// The only one; empty where it names none, or several models.
std::string gpu_named_in(std::string_view text);

/// The number of nodes: "2 nodes", "4x DGX A100", "across 2 hosts". Nothing where it names none, or
/// several.
std::optional<int> nodes_named_in(std::string_view text);

}  // namespace treering::hw::catalogue
