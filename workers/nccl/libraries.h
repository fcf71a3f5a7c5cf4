// NCCL and the CUDA runtime, opened when this process runs, and their errors as exceptions.
#pragma once

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/result.h"

namespace treering::workers::nccl {

// NCCL and the CUDA runtime, opened when this process runs, so that nothing of either is needed to
// build treering. Declared here is what we call, with the numbers that their headers give.

// Handles: only the libraries look inside.
using Stream = void*;
using Communicator = void*;

inline constexpr int kSuccess = 0;  // of both libraries

/// cudaMemcpyKind
inline constexpr int kHostToDevice = 1;
inline constexpr int kDeviceToHost = 2;
/// ncclScalarHostImmediate
inline constexpr int kScalarOfHost = 1;
/// A stream that waits for no other.
inline constexpr unsigned kNonBlocking = 1;

struct Cuda {
  int (*device_count)(int* count) = nullptr;
  int (*set_device)(int device) = nullptr;
  int (*bus_id)(char* text, int size, int device) = nullptr;
  int (*driver_version)(int* version) = nullptr;
  int (*runtime_version)(int* version) = nullptr;
  int (*allocate)(void** memory, std::size_t bytes) = nullptr;
  int (*release)(void* memory) = nullptr;
  int (*copy)(void* to, const void* from, std::size_t bytes, int kind) = nullptr;
  int (*set_async)(void* memory, int value, std::size_t bytes, Stream stream) = nullptr;
  int (*create_stream)(Stream* stream, unsigned flags) = nullptr;
  int (*destroy_stream)(Stream stream) = nullptr;
  int (*wait)(Stream stream) = nullptr;
  const char* (*error_text)(int error) = nullptr;
};

/// What all ranks of a communicator have to know.
struct UniqueId {
  std::array<char, 128> bytes{};
};

/// How a communicator is made: the part that NCCL 2.18 knew. A later one takes its defaults for the
/// rest, as it does for programs that were built with the older header.
struct CommunicatorSettings {
  static constexpr int kUnset = INT_MIN;

  std::size_t size = sizeof(CommunicatorSettings);
  unsigned magic = 0xcafebeef;
  unsigned version = 21800;
  int blocking = kUnset;
  int cluster_size = kUnset;
  int least_channels = kUnset;
  int most_channels = kUnset;
  const char* network = nullptr;
  int split_share = kUnset;
};

/// What one call is made with: ncclCollConfig_t as NCCL 2.31 declared it (ncclCollConfig_v23100 of
/// nccl.h). Later ones have more at its end, and take as much as `size` says.
struct CallSettings {
  static constexpr int kUnset = INT_MIN;

  std::size_t size = sizeof(CallSettings);
  unsigned magic = 0xcafebeef;
  unsigned version = 23100;
  const void* extensions = nullptr;
  int least_channels = kUnset;
  int most_channels = kUnset;
  int nvls_channels = kUnset;
  int cluster_size = kUnset;
  const char* algorithms = nullptr;  // algSelection, which only this call takes
  int are_forced = 1;                // an error where NCCL cannot take one of them
  int policy = kUnset;
  std::uint64_t tag = 0;
};

struct Nccl {
  int (*version)(int* version) = nullptr;
  int (*unique_id)(UniqueId* id) = nullptr;
  int (*make)(Communicator* made, int ranks, UniqueId id, int rank,
              CommunicatorSettings* settings) = nullptr;
  int (*destroy)(Communicator communicator) = nullptr;
  int (*abort)(Communicator communicator) = nullptr;
  const char* (*error_text)(int error) = nullptr;
  const char* (*last_error)(Communicator communicator) = nullptr;

  int (*all_reduce)(const void* in, void* out, std::size_t count, int type, int op,
                    Communicator communicator, Stream stream) = nullptr;
  int (*reduce_scatter)(const void* in, void* out, std::size_t count, int type, int op,
                        Communicator communicator, Stream stream) = nullptr;
  int (*all_gather)(const void* in, void* out, std::size_t count, int type,
                    Communicator communicator, Stream stream) = nullptr;
  int (*broadcast)(const void* in, void* out, std::size_t count, int type, int root,
                   Communicator communicator, Stream stream) = nullptr;
  int (*reduce)(const void* in, void* out, std::size_t count, int type, int op, int root,
                Communicator communicator, Stream stream) = nullptr;
  int (*send)(const void* in, std::size_t count, int type, int to, Communicator communicator,
              Stream stream) = nullptr;
  int (*receive)(void* out, std::size_t count, int type, int from, Communicator communicator,
                 Stream stream) = nullptr;
  /// ncclRedOpCreatePreMulSum: a sum of what each rank multiplies by its own scalar.
  int (*make_weighted_sum)(int* op, void* scalar, int type, int residence,
                           Communicator communicator) = nullptr;
  int (*destroy_operation)(int op, Communicator communicator) = nullptr;
  int (*start_group)() = nullptr;
  int (*end_group)() = nullptr;

  // The same with settings for this call; null before NCCL 2.31.
  int (*all_reduce_with)(const void* in, void* out, std::size_t count, int type, int op,
                         Communicator communicator, Stream stream,
                         const CallSettings* settings) = nullptr;
  int (*reduce_scatter_with)(const void* in, void* out, std::size_t count, int type, int op,
                             Communicator communicator, Stream stream,
                             const CallSettings* settings) = nullptr;
  int (*all_gather_with)(const void* in, void* out, std::size_t count, int type,
                         Communicator communicator, Stream stream,
                         const CallSettings* settings) = nullptr;
  int (*broadcast_with)(const void* in, void* out, std::size_t count, int type, int root,
                        Communicator communicator, Stream stream,
                        const CallSettings* settings) = nullptr;
  int (*reduce_with)(const void* in, void* out, std::size_t count, int type, int op, int root,
                     Communicator communicator, Stream stream,
                     const CallSettings* settings) = nullptr;
  [[nodiscard]] bool takes_settings_of_calls() const {
    return all_reduce_with != nullptr && reduce_scatter_with != nullptr &&
           all_gather_with != nullptr && broadcast_with != nullptr && reduce_with != nullptr;
  }

  /// Reads the variables of the log anew; null before NCCL 2.24.
  void (*reset_log)() = nullptr;
};

struct Libraries {
  Cuda cuda;
  Nccl nccl;
};

/// Opens libcudart.so.13, .12 or .11 where the loader finds it. It stays open.
core::Result<Cuda> open_cuda();

/// Opens that and libnccl.so.2. Both fail where a library is not there, or is too old to have what
/// we call.
core::Result<Libraries> open_libraries();

/// "2.28.9" of 22809, "2.8.4" of 2804: NCCL has counted in either way.
std::string version_text(int version);

// What the libraries report, as exceptions inside of a worker: serve.h's loop has no error path for
// them, and a rank that cannot go on ends.

struct LibraryFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs `step` and returns why it failed; empty where it did not.
template <class Step>
std::string failure_of(Step step) {
  try {
    step();
    return "";
  } catch (const LibraryFailure& failure) {
    return failure.what();
  }
}

/// Throws where `code` of a function of the CUDA runtime is an error.
void check_cuda(const Cuda& cuda, int code, const char* what);

/// Likewise of NCCL; with the last error that it noted.
void check_nccl(const Nccl& nccl, int code, const char* what);

}  // namespace treering::workers::nccl
