#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text/quote.h"
#include "tuner/launch/shape.h"
#include "workers/shape/network.h"

namespace treering::workers::shape {
namespace {

constexpr const char* kNamed = tuner::launch::kNamespaceFolder;
constexpr int kOwn = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWUTS;

core::Failure not_allowed(const std::string& what) {
  return core::environment_error(what, std::strerror(errno), "",
                                 "run it as root, or where users may have namespaces");
}

core::Failure cannot_mount(const std::string& folder) {
  return core::environment_error(
      folder, fmt::format("no file system can be mounted there: {}", std::strerror(errno)),
      "expected the right to mount in a namespace of our own",
      "a container needs it from outside: with Docker, --privileged");
}

bool write_text(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  return file.good();
}

/// We stay who we are outside.
bool become_root(uid_t user, gid_t group) {
  return write_text("/proc/self/setgroups", "deny") &&
         write_text("/proc/self/uid_map", fmt::format("0 {} 1", user)) &&
         write_text("/proc/self/gid_map", fmt::format("0 {} 1", group));
}

bool mount_memory(const char* folder) {
  return mount("treering", folder, "tmpfs", 0, "mode=755") == 0;
}

bool make_folder(const char* path) {
  return mkdir(path, 0755) == 0 || errno == EEXIST;
}

/// An empty folder for names, which nobody outside sees.
bool hide_names() {
  if (make_folder(kNamed)) return mount_memory(kNamed);
  // Who may not make it has no need of /run either.
  return mount_memory("/run") && make_folder(kNamed);
}

}  // namespace

core::Result<void> enter_own_namespaces() {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (unshare(kOwn) != 0) {
    if (errno != EPERM || unshare(kOwn | CLONE_NEWUSER) != 0) return not_allowed("namespaces");
    if (!become_root(user, group)) return not_allowed("user namespace");
  }
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return cannot_mount("/");
  if (!hide_names()) return cannot_mount(kNamed);
  // Open MPI names folders in /tmp after the host and the number of the process, which is the same
  // in all process namespaces.
  const std::string host = fmt::format("shaped-{}", getpid());
  if (sethostname(host.c_str(), host.size()) != 0) return not_allowed("host name");
  return {};
}

core::Result<void> enter_rank(const std::string& host) {
  // Others name network namespaces as we do.
  const char* const shaped = std::getenv(tuner::launch::kShapedVariable);
  const bool is_inside = shaped != nullptr && std::string_view(shaped) == "1";
  const std::string path = fmt::format("{}/{}", kNamed, host);
  const int file = is_inside ? open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) {
    return core::environment_error(core::in_quotes(host), "no rank of a shaped cluster", "",
                                   "this runs under treering-shape --rates alone");
  }
  const bool has_entered = setns(file, CLONE_NEWNET) == 0 && unshare(CLONE_NEWUTS) == 0 &&
                           sethostname(host.c_str(), host.size()) == 0;
  const int why = errno;
  close(file);
  errno = why;
  if (!has_entered) return not_allowed(path);
  return {};
}

}  // namespace treering::workers::shape
