#include "sim/nccl/search/heads.h"

namespace treering::sim::nccl::search {

std::vector<Move> nvls_legs(int head, int gpus) {
  const Place nvswitch{system::NodeType::Nvs, 0};
  const auto share_of = [&](int gpu) { return gpu == head ? 2.0F : 1.0F; };
  std::vector<Move> legs;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    legs.push_back({nvswitch, {system::NodeType::Gpu, gpu}, share_of(gpu)});
  }
  for (int gpu = 0; gpu < gpus; ++gpu) {
    legs.push_back({{system::NodeType::Gpu, gpu}, nvswitch, share_of(gpu)});
  }
  return legs;
}

std::vector<Move> direct_legs(int head, int gpus) {
  const Place hub{system::NodeType::Gpu, head};
  const float share = 1.0F / static_cast<float>(gpus - 1);
  std::vector<Move> legs;
  for (int gpu = 0; gpu < gpus; ++gpu) legs.push_back({hub, {system::NodeType::Gpu, gpu}, share});
  for (int gpu = 0; gpu < gpus; ++gpu) legs.push_back({{system::NodeType::Gpu, gpu}, hub, share});
  return legs;
}

}  // namespace treering::sim::nccl::search
