#include "tuner/launch/launched_rank.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/text/reading.h"

namespace treering::tuner::launch {

namespace {

/// Variables of a launcher; null: it has none for that.
struct Names {
  const char* rank;
  const char* ranks;
  const char* local_rank;
  const char* local_ranks;
  std::array<const char*, 2> job = {};  // together no other run has their values
};

// Open MPI: "Environment variables set for MPI applications" in its documentation. Version 4 gives
// each job a random number, and version 5 the name of its mpirun's process.
constexpr Names kOpenMpi{"OMPI_COMM_WORLD_RANK",
                         "OMPI_COMM_WORLD_SIZE",
                         "OMPI_COMM_WORLD_LOCAL_RANK",
                         "OMPI_COMM_WORLD_LOCAL_SIZE",
                         {"OMPI_MCA_orte_precondition_transports", "PMIX_NAMESPACE"}};
// mpiexec of MPICH and Intel MPI: no variable has their job.
constexpr Names kHydra{"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"};
// srun(1). SLURM_NTASKS stands in batch scripts too, beside a SLURM_PROCID of 0. Steps are jobs of
// their own.
constexpr Names kSlurm{"SLURM_PROCID",
                       "SLURM_STEP_NUM_TASKS",
                       "SLURM_LOCALID",
                       nullptr,
                       {"SLURM_JOB_ID", "SLURM_STEP_ID"}};
// Other launchers that speak PMI or PMIx.
constexpr Names kPmi{"PMI_RANK", "PMI_SIZE", nullptr, nullptr, {"PMI_JOBID"}};
constexpr Names kPmix{"PMIX_RANK", nullptr, nullptr, nullptr, {"PMIX_NAMESPACE"}};

std::optional<int> number_of(const Variable& variable, const char* name) {
  const char* const text = name == nullptr ? nullptr : variable(name);
  return text == nullptr ? std::nullopt : core::whole_number<int>(text);
}

/// "SLURM_JOB_ID=7 SLURM_STEP_ID=0".
std::string job_by(const Variable& variable, const Names& names) {
  std::string job;
  for (const char* const name : names.job) {
    const char* const value = name == nullptr ? nullptr : variable(name);
    if (value == nullptr) continue;
    job += fmt::format("{}{}={}", job.empty() ? "" : " ", name, value);
  }
  return job;
}

/// Nothing where a number that it should name is not there, or makes no sense.
std::optional<LaunchedRank> rank_by(const Variable& variable, const Names& names) {
  const auto rank = number_of(variable, names.rank);
  LaunchedRank found{rank.value_or(-1), number_of(variable, names.ranks),
                     number_of(variable, names.local_rank), number_of(variable, names.local_ranks),
                     job_by(variable, names)};
  if (found.rank < 0 || (names.ranks != nullptr && found.rank >= found.ranks.value_or(0))) {
    return {};
  }
  if (names.local_rank != nullptr && !found.local_rank) return {};
  if (found.local_ranks && found.local_rank >= found.local_ranks) return {};
  return found;
}

/// The number at `index` of a list in Slurm's words: "2(x3),1" is 2, 2, 2, 1.
std::optional<int> number_in_list(std::string_view list, int index) {
  for (int before = 0; !list.empty();) {
    const std::string_view entry = list.substr(0, list.find(','));
    list.remove_prefix(entry.size() < list.size() ? entry.size() + 1 : list.size());
    const std::size_t bracket = entry.find("(x");
    int times = 1;
    if (bracket != std::string_view::npos && entry.ends_with(')')) {
      const std::string_view inner = entry.substr(bracket + 2, entry.size() - bracket - 3);
      times = core::whole_number<int>(inner).value_or(1);
    }
    before += times;
    if (index < before) return core::whole_number<int>(entry.substr(0, bracket));
  }
  return {};
}

std::optional<LaunchedRank> rank_of_slurm(const Variable& variable) {
  auto found = rank_by(variable, kSlurm);
  const char* const tasks = variable("SLURM_STEP_TASKS_PER_NODE");
  const auto node = number_of(variable, "SLURM_NODEID");
  if (!found || tasks == nullptr || !node) return found;
  found->local_ranks = number_in_list(tasks, *node);
  return found;
}

}  // namespace

std::optional<LaunchedRank> launched_rank(const Variable& variable) {
  for (const Names& names : {kOpenMpi, kHydra}) {
    if (auto found = rank_by(variable, names)) return found;
  }
  if (auto found = rank_of_slurm(variable)) {
    // "srun --pty bash": what that shell starts is no rank, whatever PMI says.
    return found->ranks == 1 ? std::nullopt : found;
  }
  for (const Names& names : {kPmi, kPmix}) {
    if (auto found = rank_by(variable, names)) return found;
  }
  return {};
}

std::optional<LaunchedRank> launched_rank() {
  return launched_rank([](const char* name) -> const char* { return std::getenv(name); });
}

core::Result<LaunchedRank> rank_of_launched_job() {
  if (const auto found = launched_rank(); found && found->ranks) return *found;
  return core::environment_error("environment", "no rank, or not of how many",
                                 "expected one of mpirun or srun");
}

namespace {

// Its side of the socket is on this machine.
constexpr int kPatienceMs = 10'000;

bool write_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// Without its end; nothing where none comes.
std::optional<std::string> read_line(int socket) {
  constexpr std::size_t kMost = 1024;  // PMIU_MAXLINE of MPICH
  std::string line;
  while (line.size() < kMost) {
    pollfd one{socket, POLLIN, 0};
    char next = 0;
    if (poll(&one, 1, kPatienceMs) <= 0 || read(socket, &next, 1) != 1) return {};
    if (next == '\n') return line;
    line += next;
  }
  return {};
}

/// The answer to a question of PMI, if it is the one that is expected.
std::optional<std::string> answer(int socket, std::string_view question,
                                  std::string_view expected) {
  if (!write_all(socket, question)) return {};
  auto line = read_line(socket);
  if (!line || !line->starts_with(expected)) return {};
  return line;
}

/// The value in "cmd=my_kvsname rc=0 kvsname=kvs_7": MPICH 4.2 has `rc` there, 4.0 has not.
std::string value_of(const std::string& key, std::string_view line) {
  const std::string before = " " + key + "=";
  const auto at = line.find(before);
  if (at == line.npos) return {};
  const std::string_view rest = line.substr(at + before.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

std::optional<int> socket_of_pmi() {
  const char* const text = std::getenv("PMI_FD");
  return text == nullptr ? std::nullopt : core::whole_number<int>(text);
}

}  // namespace

std::optional<std::string> job_by_pmi(int socket) {
  // The space of keys and values that ranks of a job share has a name of its own. Who begins has to
  // take leave, or the launcher takes the end of this process for a failure.
  const auto begun =
      answer(socket, "cmd=init pmi_version=1 pmi_subversion=1\n", "cmd=response_to_init");
  const auto named =
      begun ? answer(socket, "cmd=get_my_kvsname\n", "cmd=my_kvsname ") : std::nullopt;
  if (begun) answer(socket, "cmd=finalize\n", "cmd=finalize_ack");
  if (!named) return {};
  const std::string name = value_of("kvsname", *named);
  return name.empty() ? std::nullopt : std::optional(name);
}

core::Result<std::string> launched_job() {
  const auto own = launched_rank();
  if (own && !own->job.empty()) return own->job;
  const auto socket = own ? socket_of_pmi() : std::nullopt;
  const auto name = socket ? job_by_pmi(*socket) : std::nullopt;
  if (name) return "kvsname=" + *name;
  return core::environment_error(
      "environment", "no name of the job by its launcher",
      "expected PMIX_NAMESPACE, SLURM_JOB_ID with SLURM_STEP_ID, or an answer on PMI_FD");
}

}  // namespace treering::tuner::launch
