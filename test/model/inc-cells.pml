/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The protocol of shared cells over an unreliable transport: IncTreeCells, the states PASSING and
 * RELAYED of IncSlotPool, and IncTreeRecovery. doc/inc-model.rst says what the model leaves out;
 * inc_model.py runs it.
 *
 *   LEVELS=2:  w0 w1 - 1 - root - w2         LEVELS=3:  w0 w1 - 2 - 1 - root
 *                                                                  w2 /
 *
 * The network is the set of all frames that were ever sent, as in inc-slots.pml. So loss, copies,
 * delay and reordering have no limit. Repetitions by workers are under way from the beginning; with
 * EXPLICIT_TIMERS workers send first copies and repeat them at any moment.
 *
 * Other trees use the cells of a switch too. So a round may get a cell or not, and may lose it at
 * any moment. This covers every number of cells and every policy.
 *
 * From each state Recover() loses all frames, and lets all later ones arrive. First worker W - 1 is
 * silent: all others must get an answer, because unanswered timeouts end a request. Then all must
 * finish with all cells free, whether all rounds that begin get a cell or none does. With LIVE the
 * network stops losing frames, and an LTL formula demands that all workers finish.
 *
 * Parameters: W workers, LEVELS, M messages, HOLD (0: sent, 1: cache, 2: result), DIRECT (results
 * go straight to the workers), EACH (IncCellLedger::CELL: each contribution asks for a cell, and a
 * repetition empties it), EXPLICIT_TIMERS, LIVE, and one of FAULT_...: what must be found.
 */

#ifndef W
#define W 2
#endif
#ifndef LEVELS
#define LEVELS 2
#endif
#ifndef M
#define M 3
#endif
#ifndef HOLD
#define HOLD 1
#endif

#define N (LEVELS)              /* VAT nodes: 0 is the root, N - 1 the leaf of w0 and w1 */
#define C (W + N - 1)           /* children: workers, then the nodes 1 .. N - 1 */
#define LINK(n) (W + (n) - 1)   /* node n as a child */
#define PARENT(c) (c >= W -> c - W : (c < 2 -> N - 1 : N - 2))

#define BIT(i) (1 << (i))
#define EVERYBODY (BIT(W) - 1)
#define BELOW(n) ((n) == N - 1 -> 3 : EVERYBODY)
#define BEHIND(c) ((c) < W -> BIT(c) : BELOW((c) - W + 1))
#if W == 2                      /* sets of workers */
#define SETS 4
#else
#define SETS 8
#endif
#define AT(c, set) ((c) * SETS + (set))

mtype = { IDLE, PASSING, RELAYED, COLLECTING, COMPLETE, DONE };

/* Frames under way; a bit for each message. Frames that are old for their receiver are left out,
   because it refuses them. */
byte first[C * SETS];           /* contributions, parts and aggregates, by child and workers */
byte again[C * SETS];           /* the same, RETRANSMITTED */
byte question[C * SETS];        /* DIRECT: requests for the result of these workers */
byte result[C];                 /* to a child */
byte pending[C];                /* "pending", to a child */

/* The VAT nodes, with one round each. */
byte sequence[N];           /* message */
mtype state[N];
byte seen[N];               /* workers whose contributions were added */
byte data[N];               /* ghost: workers whose contributions are in the sum */
byte asked[N];              /* PASSING, RELAYED: workers that asked for the result */
byte gone[N];               /* EACH: workers whose contributions have left for the parent */
bit repaired[N];            /* some contribution was RETRANSMITTED */

/* The workers. */
byte got[W];                    /* results so far; the next message is in flight */

bool over = false;              /* Recover() has run */
bool losing = false;            /* LIVE: now what is under way may be lost */
bool reliable = false;          /* LIVE: from now on nothing is lost, nor arrives twice */

/* Of one step only. */
hidden byte m;                  /* message of the frame */
hidden byte b;                  /* workers of the frame */
hidden byte k;
hidden byte w;
hidden byte above;             /* parent of a child */
hidden byte i;
hidden byte j;
hidden byte lap;
hidden byte cell;               /* a round that begins gets a cell */
hidden byte answered;          /* workers that got an answer */
hidden byte repeats;            /* the frame is RETRANSMITTED */
hidden short ahead;

#define PICK(set)               \
    if                          \
    :: (set) & 1 -> m = 0       \
    :: (set) & 2 -> m = 1       \
    :: (set) & 4 -> m = 2       \
    :: (set) & 8 -> m = 3       \
    fi

/* ---- The VAT node ---------------------------------------------------------------------------- */

#define IS_PASSING(n) (state[n] == PASSING || state[n] == RELAYED)
#define SINGLE(set) (((set) & ((set) - 1)) == 0)

#ifdef DIRECT
#define IS_OVER(n) (state[n] == DONE || IS_PASSING(n) || ((n) != 0 && state[n] == COMPLETE))
#ifdef FAULT_SWITCH_NEVER_ASKS
#define ASKS(child) ((child) < W)
#else
#define ASKS(child) ((child) < W || SINGLE(b) || b != BEHIND(child))
#endif
#define HEARS_FROM(n, c) ((c) < W)
#else
#define IS_OVER(n) (state[n] == DONE || IS_PASSING(n))
#define ASKS(child) true
#define HEARS_FROM(n, c) (PARENT(c) == (n))
#endif

/* Send a frame of the workers b to the parent. */
inline SendUp(n, repeated)
{
#ifdef EACH
    gone[n] = gone[n] | b;
#endif
    if
    :: repeated -> again[AT(LINK(n), b)] = again[AT(LINK(n), b)] | BIT(m)
    :: else -> first[AT(LINK(n), b)] = first[AT(LINK(n), b)] | BIT(m)
    fi
}

inline Ask(n)
{
#ifdef DIRECT
    question[AT(LINK(n), b)] = question[AT(LINK(n), b)] | BIT(m)
#else
    skip
#endif
}

inline SendDown(child)
{
    if
    :: child >= W || got[(child < W -> child : 0)] <= m ->
        result[child] = result[child] | BIT(m)
    :: else                     /* the worker has it */
    fi
}

inline SendPending(child)
{
    if
    :: child >= W || got[(child < W -> child : 0)] <= m ->
        pending[child] = pending[child] | BIT(m)
    :: else
    fi
}

inline SendResults(n, bits)
{
    k = 0;
    do
    :: k < C ->
        if
        :: HEARS_FROM(n, k) && (BEHIND(k) & (bits)) -> SendDown(k)
        :: else
        fi;
        k++
    :: else -> break
    od;
    k = 0
}

/* IncSlotPool::Pass */
inline Pass(n)
{
    state[n] = (state[n] == DONE -> RELAYED : PASSING);
    seen[n] = 0;
    data[n] = 0;
    repaired[n] = 0
}

/* The next message of the round. Frames of the message before are old for this node. */
inline Advance(n)
{
    sequence[n] = sequence[n] + 1;
    state[n] = IDLE;
    seen[n] = 0;
    data[n] = 0;
    asked[n] = 0;
    gone[n] = 0;
    repaired[n] = 0;
    k = 0;
    do
    :: k < C * SETS ->
        if
        :: PARENT(k / SETS) == n ->
            first[k] = first[k] & ~BIT(m - 1);
            again[k] = again[k] & ~BIT(m - 1);
            question[k] = question[k] & ~BIT(m - 1)
        :: else
        fi;
        k++
    :: else -> break
    od;
    k = 0;
    if
    :: n != 0 ->
        result[LINK(n)] = result[LINK(n)] & ~BIT(m - 1);
        pending[LINK(n)] = pending[LINK(n)] & ~BIT(m - 1)
    :: else
    fi
}

/* How far message m is ahead of the round of node n. */
inline Find(n)
{
    ahead = m - sequence[n]
}

inline Completed(n)
{
    if
    :: n == 0 ->
        assert(data[n] == EVERYBODY);           /* no result without all */
        SendResults(n, EVERYBODY);
        state[n] = DONE
    :: else ->
        state[n] = COMPLETE;
        b = BELOW(n);
        SendUp(n, repaired[n]);
        if
        :: HOLD == 0 -> Pass(n)
        :: else
        fi
    fi
}

inline RepeatUp(n)
{
    b = BELOW(n);
    SendUp(n, true)
}

/* IncTreeCells::PassOn */
inline PassOn(n, repeated)
{
    asked[n] = (repeated -> asked[n] | b : asked[n]);
    SendUp(n, repeated)
}

/* IncTreeRecovery::DuplicateArrived, of a sender that repeated itself, and GiveUp. */
inline Duplicate(n, child)
{
    if
    :: state[n] == COLLECTING -> SendPending(child)
    :: state[n] == COMPLETE && HOLD == 2 ->
        Pass(n);
        PassOn(n, true)
    :: state[n] == COMPLETE && HOLD != 2 ->
        SendPending(child);
        if
        :: ASKS(child) -> Ask(n)
        :: else
        fi;
        RepeatUp(n)
    :: state[n] == DONE ->
#ifdef DIRECT
        if
        :: ASKS(child) -> SendResults(n, b)
        :: else
        fi
#else
        SendDown(child)
#endif
    :: else
    fi
}

/* EACH: IncCellUser::Flush, or a message without a cell asks again. */
inline AskEachTime(n, repeated)
{
#ifdef EACH
    if
    :: n != 0 && repeated && (state[n] == COLLECTING || state[n] == COMPLETE) ->
        k = b;
        b = seen[n];
        SendUp(n, true);
        b = k;
        k = 0;
        Pass(n)
#ifdef FAULT_ASKS_TWICE
    :: n != 0 && !repeated && state[n] == PASSING && cell ->
#else
    :: n != 0 && !repeated && state[n] == PASSING && cell && (b & gone[n]) == 0 ->
#endif
        state[n] = COLLECTING
    :: else
    fi
#else
    skip
#endif
}

#ifdef EACH
#define TAKES_CELL(repeated) (cell && !(repeated))
#else
#define TAKES_CELL(repeated) (cell)
#endif

#ifdef FAULT_NEW_ROUND
/* A repetition is aggregated if there is a cell now, although contributions have passed. */
#define PASSES(repeated) (IS_PASSING(n) && !(repeated && cell && state[n] == PASSING))
#else
#define PASSES(repeated) IS_PASSING(n)
#endif

/* Message m of the workers b from a child; repeated: RETRANSMITTED. */
inline Contribution(n, child, repeated)
{
    Find(n);
    assert(ahead < 1 || (ahead == 1 && IS_OVER(n)));    /* no message beyond the window */
    if
    :: ahead == 1 -> Advance(n); ahead = 0
    :: else
    fi;
    if
    :: ahead != 0               /* old */
    :: else ->
        if
        :: state[n] == IDLE ->
            state[n] = (n == 0 || TAKES_CELL(repeated) -> COLLECTING : PASSING)
        :: else -> AskEachTime(n, repeated)
        fi;
        if
        :: PASSES(repeated) -> PassOn(n, repeated)
        :: else ->
#ifdef FAULT_NEW_ROUND
            state[n] = (IS_PASSING(n) -> COLLECTING : state[n]);
#endif
            if
            :: (b & ~seen[n]) == 0 ->
                if
                :: repeated -> Duplicate(n, child)
                :: else
                fi
#ifndef FAULT_OVERLAP_ADDED
            :: (b & ~seen[n]) != 0 && (b & seen[n]) != 0 ->     /* overlap: never added */
#ifdef FAULT_OVERLAP_PASSED
                if
                :: n != 0 -> SendUp(n, repeated)
                :: else
                fi
#else
                skip
#endif
            :: (b & seen[n]) == 0 ->
#else
            :: else ->
#endif
                assert((data[n] & b) == 0);     /* no contribution twice */
#ifdef FAULT_PART_IS_WHOLE
                seen[n] = seen[n] | BEHIND(child);
#else
                seen[n] = seen[n] | b;
#endif
                data[n] = data[n] | b;
                repaired[n] = repaired[n] | repeated;
                if
                :: seen[n] == BELOW(n) -> Completed(n)
                :: else
                fi
            fi
        fi
    fi
}

/* Another round gets the cell: IncTreeCells::CellTaken. */
inline CellTaken(n)
{
    if
    :: state[n] == COLLECTING ->
        m = sequence[n];
        b = seen[n];
        SendUp(n, repaired[n])
    :: else
    fi;
    Pass(n)
}

#define HAS_CELL(n) (state[n] == COLLECTING || state[n] == COMPLETE || state[n] == DONE)

/* The result of message m from the parent, at node n. */
inline ResultAtNode(n)
{
    Find(n);
    if
    :: ahead == 0 && state[n] == PASSING ->
        SendResults(n, EVERYBODY);
        state[n] = RELAYED;
        asked[n] = 0
    :: ahead == 0 && state[n] == RELAYED ->
#ifndef FAULT_RELAYED_ONCE
        SendResults(n, asked[n]);
#endif
        asked[n] = 0
    :: ahead == 0 && state[n] == COMPLETE ->
        SendResults(n, EVERYBODY);
        state[n] = DONE;
        if
        :: HOLD == 2 -> Pass(n)
        :: else
        fi
    :: else
    fi
}

/* "pending" from the parent: IncTreeRecovery::RelayPending. */
inline PendingAtNode(n)
{
    Find(n);
    if
    :: ahead == 0 && IS_PASSING(n) ->
#ifndef FAULT_PENDING_ENDS
        k = 0;
        do
        :: k < C ->
            if
            :: PARENT(k) == n && (BEHIND(k) & asked[n]) -> SendPending(k)
            :: else
            fi;
            k++
        :: else -> break
        od;
        k = 0;
#endif
        asked[n] = 0
    :: else
    fi
}

/* DIRECT: a request for the results of the workers b: IncTreeRecovery::RequestArrived. */
inline Question(n)
{
    Find(n);
    if
    :: ahead == 0 && state[n] == DONE -> SendResults(n, b)
    :: ahead == 0 && state[n] == COMPLETE -> Ask(n); RepeatUp(n)
    :: ahead == 0 && IS_PASSING(n) -> Ask(n)
    :: else
    fi
}

/* ---- The worker ------------------------------------------------------------------------------ */

/* A worker begins a message of the round when all have the message before. The other rounds of the
   window see to that; inc-slots.pml has them. */
#define MAY_SEND(worker)        \
    (got[worker] < M && got[worker] <= got[0] && got[worker] <= got[1] && \
     got[worker] <= got[W - 1])

inline Repeat(worker)
{
    again[AT(worker, BIT(worker))] =
        again[AT(worker, BIT(worker))] | (MAY_SEND(worker) -> BIT(got[worker]) : 0)
}

inline SendAll()
{
    k = 0;
    do
    :: k < W ->
#ifdef EXPLICIT_TIMERS
        first[AT(k, BIT(k))] = first[AT(k, BIT(k))] | (MAY_SEND(k) -> BIT(got[k]) : 0);
#else
        Repeat(k);
#endif
        k++
    :: else -> break
    od;
    k = 0
}

inline Take(worker)
{
    if
    :: got[worker] == m ->
        answered = answered | BIT(worker);
        result[worker] = result[worker] & ~BIT(m);
        pending[worker] = pending[worker] & ~BIT(m);
        got[worker] = m + 1;
        SendAll()
    :: else
    fi
}

/* ---- No dead end ----------------------------------------------------------------------------- */

/* Far more than are needed. */
#define LAPS (3 * M + 2 * N)

inline LoseAll()
{
    i = 0;
    do
    :: i < C * SETS -> first[i] = 0; again[i] = 0; question[i] = 0; i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < C -> result[i] = 0; pending[i] = 0; i++
    :: else -> break
    od
}

/* All that is sent arrives: each kind of frame of each child, for each set of workers. */
inline DeliverUp()
{
    i = 0;
    do
    :: i < C * SETS * 2 * M ->
        /* Workers first, then the deepest node. */
        w = i / (SETS * 2 * M);
        w = (w < W -> w : C - 1 + W - w);
        above = PARENT(w);
        m = i % M;
        repeats = (i / M) & 1;
        b = (i / (2 * M)) % SETS;
        j = AT(w, b);
        if
        :: (repeats -> again[j] : first[j]) & BIT(m) ->
            if
            :: repeats -> again[j] = again[j] & ~BIT(m)
            :: else -> first[j] = first[j] & ~BIT(m)
            fi;
            Contribution(above, w, repeats)
        :: else
        fi;
        b = (i / (2 * M)) % SETS;
        if
        :: question[j] & BIT(m) -> question[j] = question[j] & ~BIT(m); Question(above)
        :: else
        fi;
        i++
    :: else -> break
    od
}

inline DeliverDown()
{
    i = 0;
    do
    :: i < C * M ->
        w = (W + i / M) % C;    /* the highest node first, then the workers */
        m = i % M;
        if
        :: result[w] & BIT(m) ->
            result[w] = result[w] & ~BIT(m);
            if
            :: w < W -> Take(w)
            :: else -> ResultAtNode((w - W + 1))
            fi
        :: else
        fi;
        if
        :: pending[w] & BIT(m) ->
            pending[w] = pending[w] & ~BIT(m);
            if
            :: w < W -> answered = answered | BIT(w)
            :: else -> PendingAtNode((w - W + 1))
            fi
        :: else
        fi;
        i++
    :: else -> break
    od
}

/* Timers expire, and all that is sent arrives: first without worker W - 1, then with it. */
inline Recover()
{
    over = true;
    LoseAll();
    lap = 0;
    do
    :: lap < 2 * LAPS ->
        answered = 0;
        i = 0;
        do
        :: i < W ->
            if
            :: i < W - 1 || lap >= LAPS -> Repeat(i)
            :: else
            fi;
            i++
        :: else -> break
        od;
        DeliverUp();
        DeliverDown();
        lap++;
        i = 0;
        do
        :: i < W ->
            if
            :: lap == LAPS && i < W - 1 && MAY_SEND(i) -> assert(answered & BIT(i))
            :: lap == 2 * LAPS -> assert(got[i] == M)
            :: else
            fi;
            i++
        :: else -> break
        od
    :: else -> break
    od;
    assert(state[1] != COLLECTING && state[N - 1] != COLLECTING)    /* all cells are free */
}

/* ---- Everything that can happen -------------------------------------------------------------- */

#ifdef LIVE
#define ARRIVED(set) set = (reliable -> (set) & ~BIT(m) : (set))
#define OR_IS_LOST(set)                 \
    :: atomic {                         \
        PICK(losing -> (set) : 0);      \
        d_step { set = (set) & ~BIT(m); m = 0 } \
    }
#else
#define ARRIVED(set) skip
#define OR_IS_LOST(set)
#endif

#define ARRIVES(set, what)              \
    :: atomic {                         \
        PICK((over || losing) -> 0 : (set));    \
        d_step { ARRIVED(set); what; m = 0; b = 0; ahead = 0 } \
    }                                   \
    OR_IS_LOST(set)

/* A contribution, with a cell or without one if its round begins. */
#define CONTRIBUTES(set, node, from, workers, repeated)      \
    ARRIVES(set, cell = 1; b = workers; Contribution(node, from, repeated); cell = 0) \
    ARRIVES(set, cell = 0; b = workers; Contribution(node, from, repeated))

/* Frames of some workers from a child to its parent. */
proctype Up(byte from; byte node; byte workers)
{
end:
    do
#if defined(EXPLICIT_TIMERS) || defined(LIVE)
    CONTRIBUTES(first[AT(from, workers)], node, from, workers, false)
#endif
    CONTRIBUTES(again[AT(from, workers)], node, from, workers, true)
#ifdef DIRECT
    ARRIVES(question[AT(from, workers)], b = workers; Question(node))
#endif
    od
}

/* To a worker. */
proctype Down(byte worker)
{
end:
    do
    ARRIVES(result[worker], Take(worker); answered = 0)
    od
}

/* To a node. */
proctype Between(byte n)
{
end:
    do
#ifndef DIRECT
    ARRIVES(result[LINK(n)], ResultAtNode(n))
#endif
    ARRIVES(pending[LINK(n)], PendingAtNode(n))
    od
}

/* Other trees take cells. */
proctype Others(byte n)
{
end:
    do
    :: d_step { !over && !losing && HAS_CELL(n) -> CellTaken(n); m = 0; b = 0 }
    od
}

#if defined(EXPLICIT_TIMERS) || defined(LIVE)
proctype Timer(byte worker)
{
end:
    do
    :: d_step { !over && MAY_SEND(worker) -> Repeat(worker) }
    od
}
#endif

#ifdef LIVE
proctype Network()
{
    losing = true;
    d_step { losing = false; reliable = true }
}

/* Whatever happened before, and however the schedule goes on: under weak fairness all finish. */
ltl all_finish { <> (got[0] == M && got[W - 1] == M) }
#else
proctype Recovery()
{
    atomic {
        if
        :: cell = 1
        :: cell = 0
        fi;
        d_step { Recover() }
    }
}
#endif

init
{
    atomic {
        d_step { SendAll() };
        i = 0;
        do
        :: i < N ->
            state[i] = IDLE;
            if
            :: i > 0 -> run Between(i); run Others(i)
            :: else
            fi;
            i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < W ->
            run Up(i, PARENT(i), BIT(i));
            run Down(i);
#if defined(EXPLICIT_TIMERS) || defined(LIVE)
            run Timer(i);
#endif
            i++
        :: else -> break
        od;
        do
        :: i < C ->
            b = 1;
            do
            :: b < SETS ->
                if
                :: (b & ~BEHIND(i)) == 0 -> run Up(i, PARENT(i), b)
                :: else
                fi;
                b++
            :: else -> break
            od;
            i++
        :: else -> break
        od;
        i = 0;
        b = 0;
#ifdef LIVE
        run Network()
#else
        run Recovery()
#endif
    }
}
