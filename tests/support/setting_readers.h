// Files of settings as the programs read them for which treering writes them, each by its own
// grammar: what a text says to a shell, to NCCL and to Open MPI. NVIDIA's tuner plugin has its
// reader in example_plugin.h.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treering::testing {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// The variables that a POSIX shell exports when it sources the text, in order. What is neither a
/// comment nor `export NAME=VALUE` with a value that needs no expansion becomes an entry without a
/// value, "?" and the line: nothing of ours needs it.
NamedValues read_as_shell(std::string_view text);

/// The variables that NCCL sets from nccl.conf (NCCL v2.28.9-1, src/misc/param.cc, setEnvFile):
/// lines with '#' first are left out, a name ends at the first '=', and value and name are cut at
/// 1023 bytes.
NamedValues read_as_nccl_conf(std::string_view text);

/// The numbers of Open MPI's rules (4.1.4, ompi/mca/coll/base/coll_base_util.c): '#' begins a
/// comment, a byte that begins no number is left out.
std::vector<long> read_as_open_mpi_rules(std::string_view text);

}  // namespace treering::testing
