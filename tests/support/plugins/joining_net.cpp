// A network plugin for the real library that joins ports, as NCCL documents it of its own plugin
// for InfiniBand: a NET that is made of others has their names with '+' between, their speeds
// together, and all else of the first (NVIDIA/nccl v2.28.9-1, src/transport/net_ib.cc,
// ncclIbMakeVDevice and ncclIbGetProperties). The oracle's own plugin lists ports and joins none.
// Nothing moves over it.
//
//   NCCL_NET_PLUGIN=<this library>
//   ORACLE_NETS="name|speed|port|guid|gdr|connections|latency;..."   as the oracle passes it
//   NCCL_IB_MERGE_NICS=0                                             refuses to join
//
// The interface is version 11 of NCCL's network plugins (src/include/plugin/net/net_v11.h).
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <sstream>
#include <string>
#include <vector>

namespace {

// ncclResult_t, src/nccl.h.in.
constexpr int kSuccess = 0;
constexpr int kInvalidArgument = 4;
constexpr int kInvalidUsage = 5;
// src/include/plugin/nccl_net.h: NCCL_PTR_HOST, NCCL_PTR_CUDA, NCCL_NET_HANDLE_MAXSIZE.
constexpr int kHostMemory = 1;
constexpr int kGpuMemory = 2;
constexpr std::size_t kHandleSize = 128;
constexpr int kMostParts = 4;  // NCCL_NET_MAX_DEVS_PER_NIC

/// ncclNetVDeviceProps_v11_t
struct Parts {
  int count;
  std::array<int, kMostParts> devices;
};

/// ncclNetProperties_v11_t
struct Properties {
  char* name;
  char* pci_path;
  std::uint64_t guid;
  int memory;
  int registers_globally;
  int needs_flush;
  int mbps;
  int port;
  float latency;
  int most_connections;
  int most_receives;
  int offload_type;
  int offload_version;
  Parts parts;
  std::size_t most_bytes_to_peer;
  std::size_t most_bytes_collective;
  int most_requests;
};

struct Net {
  std::string name;
  int mbps = 0;
  int port = 0;
  std::uint64_t guid = 0;
  bool has_gpu_direct = false;
  int connections = 0;
  float latency = 0;
  Parts parts{};
};

Net net_of(const std::string& text, int number) {
  std::vector<std::string> fields;
  std::istringstream stream(text);
  for (std::string field; std::getline(stream, field, '|');) fields.push_back(field);
  fields.resize(7);
  Net net;
  net.name = fields[0];
  net.mbps = std::atoi(fields[1].c_str());
  net.port = std::atoi(fields[2].c_str());
  net.guid = std::strtoull(fields[3].c_str(), nullptr, 16);
  net.has_gpu_direct = std::atoi(fields[4].c_str()) != 0;
  net.connections = std::atoi(fields[5].c_str());
  net.latency = std::strtof(fields[6].c_str(), nullptr);
  net.parts.count = 1;
  net.parts.devices[0] = number;
  return net;
}

/// First those that there are, then those that NCCL had made. Names stay where they are.
std::deque<Net>& nets() {
  static std::deque<Net> all = [] {
    std::deque<Net> read;
    const char* const given = std::getenv("ORACLE_NETS");
    std::istringstream stream(given == nullptr ? "" : given);
    for (std::string one; std::getline(stream, one, ';');) {
      read.push_back(net_of(one, static_cast<int>(read.size())));
    }
    return read;
  }();
  return all;
}

bool may_join() {
  const char* const given = std::getenv("NCCL_IB_MERGE_NICS");
  return given == nullptr || *given == '\0' || std::strtoll(given, nullptr, 0) != 0;
}

int some_object = 0;

int init(void** context, std::uint64_t /*communicator*/, void* /*config*/, void (* /*log*/)(),
         void (* /*profile*/)()) {
  *context = &some_object;
  return kSuccess;
}

int devices(int* count) {
  *count = static_cast<int>(nets().size());
  return kSuccess;
}

int get_properties(int device, Properties* result) {
  if (device < 0 || static_cast<std::size_t>(device) >= nets().size()) return kInvalidArgument;
  Net& net = nets()[static_cast<std::size_t>(device)];
  *result = {};
  result->name = net.name.data();
  result->guid = net.guid;
  result->memory = kHostMemory | (net.has_gpu_direct ? kGpuMemory : 0);
  result->registers_globally = 1;
  result->mbps = net.mbps;
  result->port = net.port;
  result->latency = net.latency;
  result->most_connections = net.connections;
  result->most_receives = 8;
  result->parts = net.parts;
  result->most_bytes_to_peer = std::size_t{1} << 40U;
  result->most_bytes_collective = std::size_t{1} << 40U;
  result->most_requests = 1;
  return kSuccess;
}

int make_device(int* device, Parts* parts) {
  if (parts->count < 1 || (parts->count > 1 && !may_join())) return kInvalidUsage;
  Net joined = nets()[static_cast<std::size_t>(parts->devices[0])];
  joined.parts = *parts;
  for (int i = 1; i < parts->count; ++i) {
    const int number = parts->devices.at(static_cast<std::size_t>(i));
    const Net& part = nets()[static_cast<std::size_t>(number)];
    joined.name += "+" + part.name;
    joined.mbps += part.mbps;
  }
  *device = static_cast<int>(nets().size());
  nets().push_back(joined);
  return kSuccess;
}

int listen(void* /*context*/, int /*device*/, void* handle, void** comm) {
  auto* const bytes = static_cast<char*>(handle);
  for (std::size_t i = 0; i < kHandleSize; ++i) bytes[i] = 0;
  *comm = &some_object;
  return kSuccess;
}

int connect(void* /*context*/, int /*device*/, void* /*handle*/, void** comm, void** offload) {
  *comm = &some_object;
  if (offload != nullptr) *offload = nullptr;
  return kSuccess;
}

int accept(void* /*listener*/, void** comm, void** offload) {
  *comm = &some_object;
  if (offload != nullptr) *offload = nullptr;
  return kSuccess;
}

int register_memory(void* /*comm*/, void* /*data*/, std::size_t /*size*/, int /*type*/,
                    void** handle) {
  *handle = &some_object;
  return kSuccess;
}

int register_buffer(void* /*comm*/, void* /*data*/, std::size_t /*size*/, int /*type*/,
                    std::uint64_t /*offset*/, int /*file*/, void** handle) {
  *handle = &some_object;
  return kSuccess;
}

int forget_memory(void* /*comm*/, void* /*handle*/) {
  return kSuccess;
}

int send(void* /*comm*/, void* /*data*/, std::size_t /*size*/, int /*tag*/, void* /*handle*/,
         void* /*profile*/, void** request) {
  *request = nullptr;
  return kSuccess;
}

int receive(void* /*comm*/, int /*count*/, void** /*data*/, std::size_t* /*sizes*/, int* /*tags*/,
            void** /*handles*/, void** /*profiles*/, void** request) {
  *request = nullptr;
  return kSuccess;
}

int flush(void* /*comm*/, int /*count*/, void** /*data*/, int* /*sizes*/, void** /*handles*/,
          void** request) {
  *request = nullptr;
  return kSuccess;
}

int test(void* /*request*/, int* done, int* /*sizes*/) {
  *done = 0;
  return kSuccess;
}

int close(void* /*comm*/) {
  return kSuccess;
}

int set_attributes(void* /*context*/, void* /*attributes*/) {
  return kSuccess;
}

/// ncclNet_v11_t
struct NetPlugin {
  const char* name;
  int (*init)(void**, std::uint64_t, void*, void (*)(), void (*)());
  int (*devices)(int*);
  int (*get_properties)(int, Properties*);
  int (*listen)(void*, int, void*, void**);
  int (*connect)(void*, int, void*, void**, void**);
  int (*accept)(void*, void**, void**);
  int (*register_memory)(void*, void*, std::size_t, int, void**);
  int (*register_buffer)(void*, void*, std::size_t, int, std::uint64_t, int, void**);
  int (*forget_memory)(void*, void*);
  int (*send)(void*, void*, std::size_t, int, void*, void*, void**);
  int (*receive)(void*, int, void**, std::size_t*, int*, void**, void**, void**);
  int (*flush)(void*, int, void**, int*, void**, void**);
  int (*test)(void*, int*, int*);
  int (*close_send)(void*);
  int (*close_receive)(void*);
  int (*close_listen)(void*);
  int (*get_device_memory)(void*, void*, void**);
  int (*receive_consumed)(void*, int, void*);
  int (*make_device)(int*, Parts*);
  int (*finalize)(void*);
  int (*set_attributes)(void*, void*);
};

}  // namespace

extern "C" {
extern const NetPlugin ncclNetPlugin_v11;
const NetPlugin ncclNetPlugin_v11{"treering's ports that join",
                                  init,
                                  devices,
                                  get_properties,
                                  listen,
                                  connect,
                                  accept,
                                  register_memory,
                                  register_buffer,
                                  forget_memory,
                                  send,
                                  receive,
                                  flush,
                                  test,
                                  close,
                                  close,
                                  close,
                                  nullptr,
                                  nullptr,
                                  make_device,
                                  close,
                                  set_attributes};
}
