#include "sim/nccl/heads.h"

namespace treering::sim::nccl {

std::vector<Move> nvls_legs(int head, int gpus) {
  const Place nvswitch{NodeType::Nvs, 0};
  const auto share_of = [&](int gpu) { return gpu == head ? 2.0F : 1.0F; };
  std::vector<Move> legs;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    legs.push_back({nvswitch, {NodeType::Gpu, gpu}, share_of(gpu)});
  }
  for (int gpu = 0; gpu < gpus; ++gpu) {
    legs.push_back({{NodeType::Gpu, gpu}, nvswitch, share_of(gpu)});
  }
  return legs;
}

std::vector<Move> direct_legs(int head, int gpus) {
  const Place hub{NodeType::Gpu, head};
  const float share = 1.0F / static_cast<float>(gpus - 1);
  std::vector<Move> legs;
  for (int gpu = 0; gpu < gpus; ++gpu) legs.push_back({hub, {NodeType::Gpu, gpu}, share});
  for (int gpu = 0; gpu < gpus; ++gpu) legs.push_back({{NodeType::Gpu, gpu}, hub, share});
  return legs;
}

}  // namespace treering::sim::nccl
