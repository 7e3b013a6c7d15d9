#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Write the training workloads of this folder from the architectures of published models.

Tensor sizes follow from the publications named in each file. Tensors become buckets as PyTorch's
DistributedDataParallel makes them: in the order in which backward produces gradients (the reverse
of registration), a bucket closes when its size reaches the limit (1 MiB for the first, 25 MiB for
the rest), and tensors are never split. A file lists buckets in forward order: backward runs from
its last line to its first.

Times are arithmetic, not measurements: forward floating-point operations of the tensors in a
bucket, backward twice as many, at 100 TFLOP/s, which is what a good implementation sustains of
the 312 TFLOP/s peak of an NVIDIA A100 in bfloat16.
"""

import argparse
import os
import sys

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

from inc_script import files  # noqa: E402
from inc_script.program import run_program  # noqa: E402

SUSTAINED_FLOPS = 100e12
FIRST_BUCKET = 1 << 20
BUCKET = 25 << 20
ELEMENT_BYTES = {"float32": 4, "bfloat16": 2}


class Tensor:
    """A parameter tensor: its name, number of elements, and forward operations per iteration and
    worker."""

    def __init__(self, name, elements, flops=0.0):
        self.name = name
        self.elements = elements
        self.flops = flops


class Model:
    """A published model: its tensors in the order of registration."""

    def __init__(
        self,
        file,
        title,
        source,
        batch,
        tensors,
        dtype="float32",
        per_layer=False,
        collective="allreduce",
    ):
        self.file = file
        self.title = title
        self.source = source
        self.batch = batch
        self.tensors = tensors
        self.dtype = dtype
        self.per_layer = per_layer
        self.collective = collective

    def parameters(self):
        return sum(tensor.elements for tensor in self.tensors)


def resnet50(images=64):
    """He et al., table 1 and section 4.1: bottleneck blocks, batch normalisation, no biases."""
    tensors = []

    def convolution(name, channels_in, channels_out, kernel, size):
        """Add a convolution with size x size outputs; a multiply-add counts as two operations."""
        elements = channels_out * channels_in * kernel * kernel
        tensors.append(Tensor(name + ".weight", elements, 2 * images * elements * size * size))

    def normalisation(name, channels):
        tensors.append(Tensor(name + ".weight", channels))
        tensors.append(Tensor(name + ".bias", channels))

    convolution("conv1", 3, 64, 7, 112)
    normalisation("bn1", 64)
    channels = 64
    for layer, (blocks, width, size) in enumerate(
        [(3, 64, 56), (4, 128, 28), (6, 256, 14), (3, 512, 7)], start=1
    ):
        for block in range(blocks):
            name = f"layer{layer}.{block}."
            convolution(name + "conv1", channels, width, 1, size)
            normalisation(name + "bn1", width)
            convolution(name + "conv2", width, width, 3, size)
            normalisation(name + "bn2", width)
            convolution(name + "conv3", width, 4 * width, 1, size)
            normalisation(name + "bn3", 4 * width)
            if block == 0:
                convolution(name + "downsample.0", channels, 4 * width, 1, size)
                normalisation(name + "downsample.1", 4 * width)
            channels = 4 * width
    tensors.append(Tensor("fc.weight", 2048 * 1000, 2 * images * 2048 * 1000))
    tensors.append(Tensor("fc.bias", 1000))
    return Model(
        "resnet50.txt",
        "ResNet-50",
        "He, Zhang, Ren, Sun: Deep Residual Learning for Image Recognition, CVPR 2016, table 1",
        f"{images} images of 224 x 224",
        tensors,
    )


class Transformer:
    """Tensors of a transformer. A matrix multiplies every token, with 2 operations per element.

    Attention over a context of s tokens adds 2 s h operations per token and layer (Kaplan et al.:
    Scaling Laws for Neural Language Models, 2020, table 1).
    """

    def __init__(self, hidden, context, tokens):
        self.hidden = hidden
        self.context = context
        self.tokens = tokens
        self.tensors = []

    def table(self, name, rows):
        """Add an embedding, which is looked up, not multiplied."""
        self.tensors.append(Tensor(name, rows * self.hidden))

    def vector(self, name, elements):
        self.tensors.append(Tensor(name, elements))

    def matrix(self, name, rows, columns):
        self.tensors.append(Tensor(name, rows * columns, 2.0 * rows * columns * self.tokens))

    def linear(self, name, rows, columns):
        self.matrix(name + ".weight", rows, columns)
        self.vector(name + ".bias", columns)

    def layer_norm(self, name):
        self.vector(name + ".weight", self.hidden)
        self.vector(name + ".bias", self.hidden)

    def attention(self):
        """Add the operations of the attention scores and their use to the last tensor."""
        self.tensors[-1].flops += 2.0 * self.context * self.hidden * self.tokens

    def multiplied_again(self, elements):
        """Add the operations of a matrix that is used a second time to the last tensor."""
        self.tensors[-1].flops += 2.0 * elements * self.tokens


def bert_large(sequences=32, context=128):
    """Devlin et al., section 3: h = 1024, 24 layers, 30522 word pieces; encoder with pooler."""
    hidden, layers, vocabulary = 1024, 24, 30522
    model = Transformer(hidden, context, sequences * context)
    model.table("embeddings.word_embeddings", vocabulary)
    model.table("embeddings.position_embeddings", 512)
    model.table("embeddings.token_type_embeddings", 2)
    model.layer_norm("embeddings.LayerNorm")
    for layer in range(layers):
        name = f"encoder.layer.{layer}."
        model.linear(name + "attention.self.query", hidden, hidden)
        model.linear(name + "attention.self.key", hidden, hidden)
        model.linear(name + "attention.self.value", hidden, hidden)
        model.attention()
        model.linear(name + "attention.output.dense", hidden, hidden)
        model.layer_norm(name + "attention.output.LayerNorm")
        model.linear(name + "intermediate.dense", hidden, 4 * hidden)
        model.linear(name + "output.dense", 4 * hidden, hidden)
        model.layer_norm(name + "output.LayerNorm")
    model.linear("pooler.dense", hidden, hidden)
    return Model(
        "bert-large.txt",
        "BERT-large",
        "Devlin, Chang, Lee, Toutanova: BERT: Pre-training of Deep Bidirectional Transformers for "
        "Language Understanding, NAACL 2019, section 3",
        f"{sequences} sequences of {context} tokens",
        model.tensors,
    )


def gpt2(file, title, hidden, layers, sequences=4, context=1024):
    """Radford et al., table 2: 50257 tokens, context 1024; the output shares the embedding."""
    vocabulary = 50257
    model = Transformer(hidden, context, sequences * context)
    model.table("wte", vocabulary)
    model.table("wpe", context)
    for layer in range(layers):
        name = f"h.{layer}."
        model.layer_norm(name + "ln_1")
        model.linear(name + "attn.c_attn", hidden, 3 * hidden)
        model.attention()
        model.linear(name + "attn.c_proj", hidden, hidden)
        model.layer_norm(name + "ln_2")
        model.linear(name + "mlp.c_fc", hidden, 4 * hidden)
        model.linear(name + "mlp.c_proj", 4 * hidden, hidden)
    model.layer_norm("ln_f")
    model.multiplied_again(vocabulary * hidden)
    return Model(
        file,
        title,
        "Radford, Wu, Child, Luan, Amodei, Sutskever: Language Models are Unsupervised Multitask "
        "Learners, 2019, table 2",
        f"{sequences} sequences of {context} tokens",
        model.tensors,
    )


def llama2_7b(file="llama2-7b.txt", collective="allreduce", layers=32):
    """Touvron et al.: h = 4096, 32 layers, SwiGLU of 11008, 32000 tokens, RMSNorm, no biases."""
    hidden, feed_forward, vocabulary, sequences, context = 4096, 11008, 32000, 1, 4096
    model = Transformer(hidden, context, sequences * context)
    model.table("embed_tokens", vocabulary)
    for layer in range(layers):
        name = f"layers.{layer}."
        model.vector(name + "input_layernorm", hidden)
        for projection in ("q_proj", "k_proj", "v_proj", "o_proj"):
            model.matrix(name + "self_attn." + projection, hidden, hidden)
        model.attention()
        model.vector(name + "post_attention_layernorm", hidden)
        for projection in ("gate_proj", "up_proj", "down_proj"):
            model.matrix(name + "mlp." + projection, hidden, feed_forward)
    model.vector("norm", hidden)
    model.matrix("lm_head", hidden, vocabulary)
    return Model(
        file,
        "Llama-2-7B"
        + ("" if layers == 32 else f" with {layers} of its 32 layers")
        + (", fully sharded" if "+" in collective else ""),
        "Touvron et al.: LLaMA: Open and Efficient Foundation Language Models, 2023, table 2, and "
        "Llama 2: Open Foundation and Fine-Tuned Chat Models, 2023, table 1",
        f"{sequences} sequence of {context} tokens",
        model.tensors,
        dtype="bfloat16",
        per_layer=True,
        collective=collective,
    )


def models(layers):
    return [
        resnet50(),
        bert_large(),
        gpt2("gpt2.txt", "GPT-2 (124M)", 768, 12),
        gpt2("gpt2-medium.txt", "GPT-2 medium (355M)", 1024, 24),
        gpt2("gpt2-large.txt", "GPT-2 large (774M)", 1280, 36),
        gpt2("gpt2-xl.txt", "GPT-2 XL (1.5B)", 1600, 48),
        llama2_7b(layers=layers),
        llama2_7b("llama2-7b-fsdp.txt", "allgather+reducescatter", layers),
    ]


def buckets_of(model):
    """Return the buckets in backward order; each has a name and its tensors in backward order."""
    buckets = []
    bucket = []
    size = 0
    limit = FIRST_BUCKET
    for tensor in reversed(model.tensors):
        bucket.append(tensor)
        size += tensor.elements * ELEMENT_BYTES[model.dtype]
        if size >= limit:
            buckets.append((f"bucket{len(buckets)}", bucket))
            bucket, size, limit = [], 0, BUCKET
    if bucket:
        buckets.append((f"bucket{len(buckets)}", bucket))
    return buckets


def layers_of(model):
    """Return one line per layer, in backward order. Tensors belong together if their names agree up
    to the layer's number."""
    layers = []
    for tensor in reversed(model.tensors):
        parts = tensor.name.split(".")
        name = ".".join(parts[:2]) if parts[0] == "layers" else parts[0]
        if not layers or layers[-1][0] != name:
            layers.append((name, []))
        layers[-1][1].append(tensor)
    return layers


def text_of(model):
    """Return the text of a model's workload file."""
    unit = "layer" if model.per_layer else "DDP bucket (1 MiB first, 25 MiB the rest)"
    lines = [
        f"# {model.title}: {model.parameters()} parameters in {len(model.tensors)} tensors.",
        f"# Sizes: {model.source}.",
        f"# One line per {unit}, in forward order; backward runs from the last line to the first.",
        f"# Times: {model.batch} per worker at {SUSTAINED_FLOPS / 1e12:.0f} TFLOP/s (of an A100's "
        "peak of 312), backward twice forward.",
        "# Written by inc-generate-workloads.py.",
        "#",
        "# name forward_us backward_us collective bytes dtype",
    ]
    groups = layers_of(model) if model.per_layer else buckets_of(model)
    for name, tensors in reversed(groups):
        forward = sum(tensor.flops for tensor in tensors) / SUSTAINED_FLOPS * 1e6
        size = sum(tensor.elements for tensor in tensors) * ELEMENT_BYTES[model.dtype]
        line = f"{name} {forward:.1f} {2 * forward:.1f} {model.collective} {size} {model.dtype}"
        if not model.per_layer:
            line += f"  # {tensors[-1].name} … {tensors[0].name}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Write the training workloads.")
    parser.add_argument("--out", default=folder, help="folder to write into (default: this one)")
    parser.add_argument(
        "--layers", type=int, default=32, help="of Llama-2-7B, for shorter runs (default: all 32)"
    )
    arguments = parser.parse_args()
    if arguments.layers < 1:
        parser.error(f"argument --layers: {arguments.layers}; accepted: at least 1")
    try:
        for model in models(arguments.layers):
            files.write_text(os.path.join(arguments.out, model.file), text_of(model))
    except OSError as error:
        print(f"inc-generate-workloads.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run_program("inc-generate-workloads.py", main))
