#include "tuner/launch/launched_job.h"

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/text/words.h"
#include "tuner/launch/launched_rank.h"

namespace treering::tuner::launch {
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
