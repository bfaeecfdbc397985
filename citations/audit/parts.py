"""What a full answer to each question names, with the words by which the catalogue's fields betray it.

A pattern claims no more than that a phrase speaks of the part; whether it says enough is for the reader.
"""

from __future__ import annotations

from citations.records import Text

_MODEL = (
    r"\b(?:OPT|GPT-?\d|LLaMA|Llama|Vicuna|Mistral|Mixtral|Qwen|Yi|Falcon|BLOOM|PaLM|Chinchilla|T5(?!X)|DeepSeek"
    r"|Kimi|V4|V3|MLA model|DBRX"
    r"|LongChat|TinyLlama|CodeLlama|BERT|Bert|MPT|Pythia|LWM|Yarn|StarCoder|WMT14 En-De, d_ff)[\w.\-]*"
    r"|\b\d+(?:\.\d+)?[BT](?:[ +\-]\w+)? ?(?:parameters?|models?|total|GPT)|\d+B and \d+B|\d+B service"
)
_HARDWARE = (
    r"\b(?:[ABHLTV]\d{2,3}[A-Z]?(?:-\w+)?|GB\d00|A10G?|RTX ?\d+|Ada ?6000|A6000|Jetson|TPU[ -]?v?\d?|DGX"
    r"|g5\.\w+|H800|GPUs?|SXM5|desktop"
    r"|Ascend)\b"
)
SOFTWARE = (
    r"vLLM|FasterTransformer|TensorRT|SGLang|DeepSpeed|Transformers|Hugging ?Face|PyTorch|TGI|gpt-fast"
    r"|Accelerate|T5X|Megatron|FlexGen"
    r"|Guidance|FlashAttention|FlashInfer|CUTLASS|NVCC|CUDA|CUBLAS|cuBLAS|Orca|Petals|TinyChat|repository v"
    r"|kernel of 20|simdistserve|NCCL"
)
_DATA = (
    r"ShareGPT|Alpaca|WMT|HumanEval|XSum|MT-[Bb]ench|CNN/DM|TOPv2|LongBench|TREC|Wiki[Tt]ext|\bC4\b|RULER"
    r"|The Stack|OpenAI|[Tt]races?\b"
    r"|conversation|\bchat\b|agent|\bRAG\b|few-shot|JSON|multi-turn|datasets?|workloads?"
    r"|(?<!released )\b[Cc]od(?:e|ing)\b|creative|summari[sz]ation|parsing|tasks"
    r"|prompt sets|persona|topics|streaming setting|traffic|online service|production"
    r"|competitive programming|needle|BrowseComp|MMLU"
    r"|MLPerf|leval|arena"
)
# Sixteen bits of everything, unless the phrase says of what.
_HALF = r"(?<!tokens )\b(?:FP|fp|BF)16\b(?! (?:KV|scale|per|->|/|example|GQA|top|combine|matrix)|/)"
_LIMIT = (
    r"limits? \d|(?:TTFT|TPOT|TBT) (?:limits?|\d)|\d+ ms target|< ?\d+ ms|\bSLO\b|latency targets?|target latency"
    r"|(?:under|below|within|at most) \d[\d.]* ?m?s\b|within limits|requirement|constraint"
    r"|same (?:level of |average )?latency|equal (?:or better )?latency"
    r"|similar tail latency|attainment"
)

# Question: (key, label, words) of each part.
PARTS: dict[str, tuple[tuple[str, Text, str], ...]] = {
    "workload": (
        ("data", Text("data or trace", "数据集或轨迹"), _DATA),
        (
            "lengths",
            Text("lengths", "长度"),
            r"\d[\d.,]*[KM]?[- ](?:(?!draft|billion)\w+ )?tokens?\b(?!/| per|.s)|[Ll]engths?\b|prompt \d|output \d"
            r"|\d in, \d+ out|\d[\d.]*[KM] (?:context|input)"
            r"|context length|long[- ]context|context tokens|N=\d+|\d+k input|inputs? of|16K",
        ),
        (
            "arrivals",
            Text("arrivals or concurrency", "到达或并发"),
            r"Poisson|req/s|requests? rate|arriv|\b[Bb]urst(?!GPT)|\bCV\b|[Bb]atch(?: size)? ?\d+"
            r"|single[- ](?:batch|stream)|concurren",
        ),
    ),
    "latency": (
        (
            "measure",
            Text("measure", "指标"),
            r"TTFT|TPOT|\bTBT\b|[Ll]atency|time.to.first|[Tt]ime per|[Dd]elay|completion time|ms/token"
            r"|ms target",
        ),
        (
            "percentile",
            Text("percentile", "分位"),
            r"\b[pP]\d\d\b|percentile|\btail\b|\bmean\b(?! acceptance)|[Aa]verage latency|median"
            r"|99\.9+|9\d ?% of requests|9\d ?% attainment|>9\d% of|normalised",
        ),
        ("limit", Text("limit", "上限"), _LIMIT),
    ),
    "throughput": (
        (
            "which",
            Text("peak, completed or within the contract", "峰值、完成量或满足 SLO"),
            r"[Mm]axim\w+|[Pp]eak|goodput|within (?:SLO|limits)|inside|capacity|attainment"
            r"|same level of latency|same average latency"
            r"|at normalised latency|at (?:the )?same",
        ),
        ("unit", Text("per what", "按什么计"), r"tokens?/s|requests?/s|per (?:GPU|node|second)|req/s|a day"),
        ("period", Text("period counted", "统计时段"), r"\d+ (?:h|hours|days|minutes)\b|completed|finished|24 h"),
    ),
    "residents": (
        ("weights", Text("weights", "权重"), _MODEL + r"|weights?\b|[Ww]\dA\d+"),
        (
            "else",
            Text("state, workspace, drafter", "状态、工作区、草稿模型"),
            r"(?:full|fp16|bf16|global|sliding-window) KV\b|KV (?:memory|at \d|kept|cache size|heads)|activations?"
            r"|workspace|drafter|(?:T5-\w+|\d+[BM]) drafts?|optimizer|weights included|DRAM",
        ),
        ("capacity", Text("memory of a device", "单设备显存"), r"\d+ ?GB\b"),
    ),
    "state": (
        (
            "formula",
            Text("formula", "公式"),
            r"(?:KV|state)[ _]bytes|KV (?:ratio|bytes)|bytes[ _]per[ _]token|bytes/token|\* ?L ?\* ?H"
            r"|elements per token|latent (?:dc )?= |576 values|state per layer|blocks\(seq\)|per layer entries",
        ),
        (
            "kind",
            Text("kind of attention", "注意力种类"),
            r"\b(?:MHA|MQA|GQA|MLA|KDA|CSA|HCA|multi-head|multi-query|[Ss]liding.window|[Ww]indow attention"
            r"|hybrid|KV heads?|heavy hitters?)\b",
        ),
        ("bits", Text("bits", "位数"), r"\d[- ]bits?\b|\bFP\d+|\bfp\d+|\bBF16|\bbf16|INT\d|KV\d|int\d|\d-bit"),
    ),
    "batching": (
        (
            "size",
            Text("batch size", "批大小"),
            r"[Bb]atch(?:es)?(?: size)?(?: of)? ?\d+|batch \d|single[- ](?:batch|stream)|average batch"
            r"|tokens/batch|same batch|m=\d+",
        ),
        (
            "forming",
            Text("how it is formed", "如何组批"),
            r"[Cc]ontinuous batch|[Ss]tatic batch|iteration-level|chunked prefill|chunk sizes|chunk alignment"
            r"|token budget|max num|padded|prefill.first|in-flight|running decodes|queue \d",
        ),
        (
            "growth",
            Text("what happens as it grows", "批变大时"),
            r"larger batch|grows with batch|large batch|batch .* against|at batch \d+.*batch|same batch size",
        ),
    ),
    "cache": (
        (
            "key",
            Text("key", "键"),
            r"hash(?! routing)|radix|prefix|block tokens|page size|markup|(?<!MTP )module(?!s? reus)|content"
            r"|token ids",
        ),
        (
            "validity",
            Text("what counts as a hit", "怎样算命中"),
            r"hit rate|hit tokens|denominator|longest|example (?:hit|match)|recompute ratio|min token"
            r"|(?<!\d )\bhits?\b",
        ),
        ("isolation", Text("isolation", "隔离"), r"tenant|isolat|namespace|salt|adapter"),
        ("invalidation", Text("invalidation", "失效"), r"evict|invalid|\bLRU\b|\blru\b|expire|TTL\b"),
    ),
    "transfer": (
        (
            "bytes",
            Text("bytes moved", "传输字节"),
            r"\d ?(?:MB|KB)\b|hidden \d+|FP8 dispatch|tokens/batch|[Ll]ayer-?wise|halves bytes|buffer blocks"
            r"|bytes(?:\(|_copied| moved)|copy_bytes",
        ),
        (
            "link",
            Text("link", "链路"),
            r"RDMA|InfiniBand|NVLink|PCIe|Gbps|Gb/s|GB/s|Ethernet|NCCL|GBps|bandwidth|over the internet"
            r"|ctog|dtoc",
        ),
        ("overlap", Text("overlap", "重叠"), r"overlap|asynchron|prefetch|behind comput"),
    ),
    "precision": (
        (
            "weights",
            Text("weights", "权重"),
            r"[Ww]\dA\d+|(?:\d-bit|FP8|INT8) weights|weight bytes|\d-bit kernels|3-4 bits|16-bit checkpoint|8 bit|"
            + _HALF,
        ),
        (
            "state",
            Text("state", "状态"),
            r"KV\d\b|KV at \d|KV cache.*(?:bit|FP|fp)|fp16 KV|bf16 KV|FP8 cache|[kv] bits|FP4 entries"
            r"|nuq|\d bits on average",
        ),
        (
            "activations",
            Text("activations", "激活"),
            r"\dA(?:8|16|4)|\d activations|BF16 combine|activation scale|" + _HALF,
        ),
        (
            "loss",
            Text("loss of quality", "质量损失"),
            r"[Pp]erplexity|PPL|[Qq]uality(?! level)|[Aa]ccuracy|BLEU|ROUGE|pass rate|[Ii]dentical|lossless"
            r"|distribution of generated|recall|score \d|same accuracy",
        ),
    ),
    "speculation": (
        (
            "draft",
            Text("cost of drafting", "草稿成本"),
            r"(?<!Rejected )\b[Dd]raft(?:s|er)?\b|num heads|extra heads|exit layer|\bK=\d|gamma(?! \*)|MTP module"
            r"|LEVEL|GUESS|n-gram|datastore",
        ),
        (
            "verify",
            Text("cost of verification at this batch", "该批下的验证成本"),
            r"[Bb]atch(?: size)? ?\d+|single[- ](?:batch|stream)|tree|tokens per step|verification",
        ),
        ("acceptance", Text("acceptance", "接受率"), r"[Aa]ccept|alpha(?:\^| 0\.| = E| rises)"),
        ("rollback", Text("rollback", "回滚"), r"[Rr]oll.?back|snapshot|replay|\bKV trim|discard|undone"),
    ),
    "experts": (
        (
            "totals",
            Text("total and active parameters", "总参数与激活参数"),
            r"\d+B total|\d+B active|active|\d+ routed experts|of 671B|\d+B parameters|(?:total|active) params",
        ),
        (
            "layout",
            Text("layout", "布局"),
            r"\bEP\d+|expert parallel|\d+ ranks|one node|device limit|top-\d|top-\d groups|\d+-way",
        ),
        ("hot", Text("how uneven", "不均程度"), r"imbalanc|hot spot|hottest|redundant|skew|balanc|aux"),
    ),
    "failures": (
        (
            "event",
            Text("what can go wrong", "会出什么事"),
            r"\bfail|\bfaults?\b|crash|preempt|out of memory|timeout|\bban\b|starv|unreliable|restart"
            r"|migrat|\blost\b|turned away",
        ),
        (
            "loss",
            Text("what is lost or repeated", "丢失或重做什么"),
            r"recomputed whole|swap, recompute|swapped|retr(?:y|ies)|\blost\b|resum|re-?execut|replays stored",
        ),
        (
            "counted",
            Text("whether it is in the figure", "是否计入数字"),
            r"including failures|without failure|failed requests|fails\b",
        ),
    ),
    "sameness": (
        ("baseline", Text("baseline", "基线"), ""),
        ("hardware", Text("hardware", "硬件"), _HARDWARE),
        ("software", Text("software", "软件"), SOFTWARE),
        ("model", Text("model", "模型"), _MODEL),
        ("distribution", Text("distribution of requests", "请求分布"), _DATA),
        ("contract", Text("contract", "SLO"), _LIMIT),
        (
            "power",
            Text("power or cost", "功耗或费用"),
            r"\bpower\b|watt|\bcost budgets?|per GPU|\$\d|same number of GPUs",
        ),
    ),
    "evidence": (
        ("label", Text("label", "标签"), ""),
        ("place", Text("place", "出处"), ""),
        ("seen", Text("seen there by us", "我们核对过"), ""),
    ),
}
