#include "workers/nccl/device.h"

#include <algorithm>

#include "workers/nccl/failure.h"

namespace treering::workers::nccl {

DeviceMemory::DeviceMemory(const Cuda& cuda, std::size_t bytes) : cuda_(cuda), bytes_(bytes) {
  check_cuda(cuda, cuda.allocate(&memory_, std::max<std::size_t>(bytes, 1)), "memory of the GPU");
}

DeviceMemory::~DeviceMemory() {
  cuda_.release(memory_);
}

void DeviceMemory::fill_from(const std::byte* host) {
  check_cuda(cuda_, cuda_.copy(memory_, host, bytes_, kHostToDevice), "copy to the GPU");
  // It may return while the last part is still on its way, and no stream of ours waits for that.
  check_cuda(cuda_, cuda_.wait(nullptr), "copy to the GPU");
}

void DeviceMemory::copy_to(std::byte* host) const {
  check_cuda(cuda_, cuda_.copy(host, memory_, bytes_, kDeviceToHost), "copy from the GPU");
}

DeviceStream::DeviceStream(const Cuda& cuda) : cuda_(cuda) {
  check_cuda(cuda, cuda.create_stream(&stream_, kNonBlocking), "stream of the GPU");
}

DeviceStream::~DeviceStream() {
  cuda_.destroy_stream(stream_);
}

void DeviceStream::wait() const {
  check_cuda(cuda_, cuda_.wait(stream_), "stream of the GPU");
}

}  // namespace treering::workers::nccl
