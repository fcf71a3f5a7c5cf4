#include "tuner/runners/backends.h"

namespace treering::tuner::runners {

std::span<const Backend> all_backends() {
  using core::Collective;
  const auto everything = core::all_collectives();
  const std::vector<Collective> all(everything.begin(), everything.end());
  static const std::vector<Backend> kBackends{
      {"nccl", "GPU", all,
       "use it for all data on NVIDIA GPUs; it alone has NVLink, NVSwitch and GPUDirect RDMA in "
       "all of them; before 2.28, alltoall, gather and scatter are grouped sends and receives"},
      {"nccl", "CPU", {}, "it takes GPU memory alone"},
      {"gloo", "CPU", all,
       "use it for data on CPUs, and for control beside nccl: objects, barriers, checkpoints; it "
       "needs TCP and nothing else"},
      {"gloo",
       "GPU",
       {Collective::AllReduce, Collective::Broadcast},
       "a copy through CPU memory; use it to debug without nccl"},
      {"mpi", "CPU", all,
       "use it for data on CPUs where the site's MPI is tuned for its network (InfiniBand, "
       "Slingshot), and where mpirun or srun starts the ranks"},
      {"mpi", "GPU", all,
       "if the library was built for GPU memory (ompi_info --parsable --all | grep "
       "mpi_built_with_cuda_support:value); Debian's is not"},
  };
  return kBackends;
}

}  // namespace treering::tuner::runners
