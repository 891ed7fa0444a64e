using FsCheck;
using FsCheck.Fluent;
using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Model.Programs;

/// <summary>Generates random programs. The size is a budget of activities that a node divides among its children.</summary>
internal sealed class ProgramGenerator(Random random)
{
    /// <summary>
    /// The probability of disruptive commands in this program, in percent. Programs with a high value often end early and reach few features.
    /// </summary>
    private readonly int _unrest = random.Next(4) switch { 0 => 2, 1 => 8, 2 => 20, _ => 40 };

    public static Arbitrary<ProgramSpec> Programs { get; } = Arb.From(
        Gen.Sized(size => Gen.Select(Gen.Choose(0, int.MaxValue), seed => Make(seed, size))),
        SpecShrinker.Shrink);

    public static ProgramSpec Make(int seed, int size) => new ProgramGenerator(new Random(seed)).Program(size);

    private ProgramSpec Program(int size) =>
        new(Native(Math.Max(1, size), SlotKind.Child), [.. Enumerable.Range(0, random.Next(7)).Select(_ => Host())]);

    private HostCommandSpec Host() => new(
        random.Next(20) switch
        {
            < 9 => HostCommandKind.ResumeKept,
            < 14 => HostCommandKind.ResumeNamed,
            < 19 => HostCommandKind.Cancel,
            _ => HostCommandKind.Abort
        },
        random.Next(6));

    private NodeSpec Node(int budget)
    {
        SlotKind slot = random.Next(8) switch { 0 => SlotKind.Handler, 1 when IsUnusual() => SlotKind.NoHandler, _ => SlotKind.Child };
        return random.Next(10) switch
        {
            0 when IsUnusual() => Simple(NodeKind.TerminateWorkflow, slot, []),
            0 or 1 => Simple(NodeKind.Code, slot, Some(2, Deed)) with { Arguments = Expressions(budget) },
            2 when budget > 1 => Composed(NodeKind.Sequence, slot, budget),
            3 when budget > 1 => Composed(NodeKind.Parallel, slot, budget),
            _ => Native(budget, slot),
        };
    }

    private static NodeSpec Simple(NodeKind kind, SlotKind slot, CommandSpec[] onExecute) =>
        new(kind, slot, onExecute, [], [], [], null, false, false, [], [], []);

    private NodeSpec Composed(NodeKind kind, SlotKind slot, int budget) => Simple(kind, slot, []) with { Children = Children(budget - 1) };

    private NodeSpec Native(int budget, SlotKind slot)
    {
        NodeSpec[] children = Children(budget - 1);
        return new NodeSpec(
            NodeKind.Native,
            slot,
            children.Length == 0 ? Some(3, Wait) : [.. Some(2 + children.Length, () => random.Next(3) == 0 ? Wait() : Start()), Start()],
            Some(3, Deed),
            [.. Some(2, Deed), .. FaultEnd()],
            Some(3, Deed),
            random.Next(3) == 0 ? new CancelSpec(Some(4, CancelDeed)) : null,
            random.Next(100) < 5,
            IsUnusual(),
            children,
            Expressions(budget),
            Expressions(budget));
    }

    private ExpressionSpec[] Expressions(int budget) => random.Next(6) != 0
        ? []
        : [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Expression(budget))];

    private ExpressionSpec Expression(int budget) => random.Next(4) switch
    {
        0 => new ExpressionSpec(ExpressionKind.Inline, ExpressionDeeds(), null),
        1 => new ExpressionSpec(ExpressionKind.Simple, ExpressionDeeds(), null),
        _ => new ExpressionSpec(ExpressionKind.Child, [], Node(Math.Min(2, budget / 2))),
    };

    /// <summary>Uses disruptive commands more often than other scripts do, because expressions perform few other commands.</summary>
    private CommandSpec[] ExpressionDeeds() => random.Next(2) == 0 && _unrest > 2 ? [Unrest()] : [];

    private NodeSpec[] Children(int budget)
    {
        int count = budget <= 0 ? 0 : random.Next(1, Math.Min(4, budget + 1));
        return [.. Enumerable.Range(0, count).Select(_ => Node(budget / count))];
    }

    private CommandSpec[] FaultEnd() => random.Next(8) switch
    {
        0 => [],
        1 => [new HandleFault(), new Throw()],
        7 => [new HandleFault(), Deed()],
        2 or 3 => [new CancelChild(Target.Given, 0), new HandleFault()],
        _ => [new HandleFault()],
    };

    private CommandSpec[] Some(int most, Func<CommandSpec> command) => random.Next(12) == 0
        ? Motif()
        : [.. Enumerable.Range(0, random.Next(most + 1)).Select(_ => command())];

    /// <summary>Returns a sequence of commands that have an effect only in combination.</summary>
    private CommandSpec[] Motif() => random.Next(IsUnusual() ? 5 : 4) switch
    {
        0 => [new CreateBookmark(3, (int)BookmarkOptions.MultipleResume, true), new ResumeNamed(3), new RemoveNamed(3)],
        1 => [Start(), new CancelChild(Target.Child, random.Next(3))],
        2 => [Start(), new AbortChild(Target.Child, random.Next(3), true)],
        3 => [new CreateBookmark(3, 0, true), new ResumeNamed(3), new Throw()],
        _ => [new AbortWorkflow(true), new Throw()],
    };

    private CommandSpec Start() => new Schedule(random.Next(6), random.Next(4) != 0, random.Next(2) == 0);

    private CommandSpec Wait() => random.Next(3) == 0 ? Deed() : Bookmark();

    private CommandSpec Bookmark() => new CreateBookmark(random.Next(4), random.Next(3) == 0 ? random.Next(4) : 0, random.Next(6) != 0);

    private CommandSpec CancelDeed() => random.Next(6) switch
    {
        0 => new CancelByDefault(),
        1 => new CancelChildren(),
        2 => new MarkCanceled(),
        3 => new RemoveAll(),
        _ => Deed(),
    };

    private CommandSpec Deed()
    {
        if (IsUnusual())
        {
            return Unrest();
        }

        return random.Next(23) switch
        {
            < 5 => Start(),
            < 7 => Bookmark(),
            < 10 => new ResumeKept(random.Next(6)),
            < 12 => new ResumeNamed(random.Next(4)),
            12 => new RemoveKept(random.Next(6)),
            13 => new RemoveNamed(random.Next(4)),
            14 => new RemoveAll(),
            15 => new CancelChildren(),
            < 19 => new CancelChild(Which(), random.Next(6)),
            19 => new AbortChild(Which(), random.Next(6), random.Next(2) == 0),
            20 => new MarkCanceled(),
            21 => new UseOldContext(random.Next(9), random.Next(Door.Touches)),
            _ => new ListChildren(),
        };
    }

    private CommandSpec Unrest() => random.Next(20) switch
    {
        < 13 => new Throw(),
        < 16 => new AbortChild(Which(), random.Next(6), random.Next(2) == 0),
        < 18 => new CancelWorkflow(),
        _ => new AbortWorkflow(random.Next(2) == 0),
    };

    private Target Which() => random.Next(8) switch { < 2 => Target.Given, < 6 => Target.Child, _ => Target.Kept };

    private bool IsUnusual() => random.Next(100) < _unrest;
}
