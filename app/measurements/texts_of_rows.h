// What stands around the rows in their files: the words of people, and the nodes that these or
// NCCL's lines show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/setup/load_machine.h"
#include "app/setup/setup.h"
#include "hw/io/files.h"
#include "tuner/measurement.h"

namespace treering::app::measurements {

/// The lines of the files without NCCL's and those of CSV, as far as they are of people's size.
std::string people_words(const std::vector<std::string>& files, const hw::io::RealFiles& source);

/// The files one after the other, NCCL's lines and the commands too. One that cannot be read again
/// is empty.
std::string whole_text(const std::vector<std::string>& files, const hw::io::RealFiles& source);

/// What the list of devices says of two ranks on one GPU of one host, whose times measure no link;
/// empty where there are none. Lower-case, no full stop.
std::string shared_gpu_text(const std::vector<std::string>& files, const hw::io::RealFiles& source);

struct JobOnNodes {
  setup::JobRequest job;
  std::string note = {};  // "deduced: 8 nodes, as ..."; empty where the job is unchanged
};

/// The job on the nodes that NCCL's lines or words of the files show, whatever machine it names.
/// Unchanged where it or the rows say the nodes, no machine is named, or the ranks do not fit them.
/// \param machine that of the job's topology
JobOnNodes on_shown_nodes(setup::JobRequest job, const std::vector<tuner::Measurement>& rows,
                          const std::vector<std::string>& files,
                          const setup::NamedMachine& machine);

/// The job without NVLS where NCCL's lines show that it had no channels for it, on a machine that
/// has it. Unchanged where the job sets that itself.
/// \param machine that of the job's topology
JobOnNodes without_unseen_nvls(setup::JobRequest job, const std::vector<std::string>& files,
                               const setup::NamedMachine& machine);

/// The ranks on which all rows agree, where those that do not know theirs may have as many; 0 for
/// none.
int common_ranks(const std::vector<tuner::Measurement>& rows);

/// Those that all rows may have by busbw over algbw.
tuner::RankRange possible_ranks(const std::vector<tuner::Measurement>& rows);

}  // namespace treering::app::measurements
