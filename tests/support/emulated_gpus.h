// Fake GPUs under the real libnccl, by a library that is preloaded (../shared/emu-proto/README.md).
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/result.h"

namespace treering::support {

/// What a program of NCCL needs in its environment to run on the 8 GPUs of a DGX H100 that are not
/// there, on the clock of this machine.
///
/// Copies the emulator from the folder TREERING_EMULATOR, by default ../shared/emu-proto, to `work`
/// and builds it there. Fails with the reason where it cannot run.
/// \param patient_sockets library that is preloaded too (tests/support/plugins)
core::Result<std::map<std::string, std::string>> emulated_gpus(
    const std::filesystem::path& work, const std::filesystem::path& patient_sockets);

/// Sets variables of this process until it goes.
class Variables {
 public:
  explicit Variables(const std::map<std::string, std::string>& values);
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;
  ~Variables();

 private:
  std::map<std::string, std::string> before_;  // empty: was not set
};

}  // namespace treering::support
