// Communication libraries: where the data of each may be, which algorithms it can be forced to,
// which it takes by itself, when its messages wait, and what it reads settings from. To add one: a
// file in this folder and a line in libraries.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"

namespace treering::sim::libraries {

enum class Library {
#define LIBRARY(id, value) value,
#include "sim/libraries/libraries.def"
#undef LIBRARY
};

/// The way of messages between ranks on CPUs.
enum class Transport {
  Tcp,    // each rank on a host of its own, or in a shaped cluster
  Local,  // all on one machine: shared memory (Open MPI), sockets of the machine itself (Gloo)
};

/// Larger messages wait until their receiver is there.
struct EagerLimit {
  double bytes = 0;
  std::string_view source;
};

/// Where data may be when the library is called.
struct Memory {
  std::string_view name;                      // "CPU" or "GPU"
  std::vector<core::Collective> collectives;  // that it serves there
  std::string_view advice;                    // when to use it, and what it takes
};

struct Entry {
  std::string_view name;           // as torch.distributed, runners and files have it: "mpi"
  std::string_view title;          // "Open MPI"
  std::vector<Memory> memories;    // first the one that it is made for
  bool has_shared_memory = false;  // through which ranks of one machine exchange

  /// All that it can be forced to, of all versions that we know. Empty: it has none to choose from.
  std::span<const std::string_view> (*algorithms)(core::Collective collective) = nullptr;
  /// Nothing where we do not know. `bytes`: the size column of nccl-tests.
  std::optional<std::string_view> (*own_choice)(core::Collective collective, std::uint64_t bytes,
                                                int ranks) = nullptr;
  EagerLimit (*eager_limit)(Transport transport) = nullptr;  // null: its ranks are on GPUs

  std::span<const std::string_view> settings;  // the forms that it reads: names of exporters
  std::string_view how_else;  // how its choices are made where it reads no settings; a clause

  bool is_on_gpus() const { return memories.front().name == "GPU"; }
};

/// All of them, in the order of Library.
std::span<const Entry> all();
const Entry& entry_of(Library library);
/// "mpi".
std::string_view name_of(Library library);

/// By the name of its runner, in any case: "nccl-threads" is NCCL's. Nothing where there is none.
std::optional<Library> library_of_runner(std::string_view runner);

/// Whether its ranks are on GPUs.
bool is_on_gpus(std::string_view runner);

/// The libraries whose data are in the memory of CPUs, and their names.
std::span<const Library> on_cpus();
std::span<const std::string_view> names_on_cpus();
/// "expected runs on CPUs: mpi or gloo".
std::string expected_on_cpus();
/// The one of this name in any case; nothing where it is none of them.
std::optional<Library> find_on_cpus(std::string_view name);

/// \pre the library has them: it is on CPUs
std::span<const std::string_view> algorithms_of(Library library, core::Collective collective);
std::optional<std::string_view> own_choice(Library library, core::Collective collective,
                                           std::uint64_t bytes, int ranks);

/// Open MPI's number for one of its algorithms, as its variables and rules have it.
std::optional<int> open_mpi_number(core::Collective collective, std::string_view algorithm);

/// For the tables of libraries that serve all.
std::vector<core::Collective> every_collective();

// Each is defined in the file of its name.
#define LIBRARY(id, value) Entry id##_entry();
#include "sim/libraries/libraries.def"
#undef LIBRARY

}  // namespace treering::sim::libraries
