using FsCheck;
using FsCheck.Fluent;

namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>Creates random specs. The size is a budget of activities that a tree divides among its branches.</summary>
internal sealed class SpecGenerator(Random random)
{
    /// <summary>The probability of something unusual in this case, in percent. A case with many failures reaches little of its tree.</summary>
    private readonly int _unrest = random.Next(4) switch { 0 => 3, 1 => 8, 2 => 15, _ => 40 };

    /// <summary>True if the case uses compensation.</summary>
    private readonly bool _compensates = random.Next(3) == 0;

    /// <summary>True if the case uses properties, handles and bookmark scopes.</summary>
    private readonly bool _surrounds = random.Next(3) == 0;

    private SurroundingGenerator Surroundings => new(this, random);

    public static Arbitrary<CaseSpec> Cases { get; } = Arb.From(
        Gen.Sized(size => Gen.Select(Gen.Choose(0, int.MaxValue), seed => Make(seed, size))),
        SpecShrinker.Shrink);

    public static CaseSpec Make(int seed, int size) => new SpecGenerator(new Random(seed)).Case(size);

    private CaseSpec Case(int size)
    {
        ActivitySpec root = Activity(size);
        if (random.Next(3) == 0)
        {
            root = new TryCatchSpec([], root, [new CatchSpec(FaultKind.C, null)], Activity(size / 4));
        }

        return new CaseSpec(
            random.Next(3) == 0 ? new CompositeSpec(Value(2), Place(), root) : root,
            [.. Enumerable.Range(0, random.Next(8)).Select(_ => Event())],
            random.Next(3));
    }

    private EventSpec Event() =>
        new(random.Next(20) switch { < 14 => EventKind.Continue, < 19 => EventKind.Cancel, _ => EventKind.Abort }, random.Next(4));

    public ActivitySpec Activity(int budget) => budget <= 1 || random.Next(8) == 0 ? Leaf() : Composed(budget - 1);

    public ActivitySpec? Optional(int budget) => random.Next(8) == 0 ? null : Activity(budget);

    private ActivitySpec Composed(int budget)
    {
        if (_compensates && random.Next(4) == 0)
        {
            return Compensable(budget);
        }

        if (_surrounds && random.Next(3) == 0)
        {
            return Surroundings.Composed(budget);
        }

        switch (random.Next(31))
        {
            case < 5:
                return new SequenceSpec(Variables(), Activities(budget, 5));
            case 5:
                return new IfSpec(Value(2), Optional(budget / 2), Optional(budget / 2));
            case 6 or 7:
                return new WhileSpec(Variables(), Condition(), Optional(budget), random.Next(3) == 0);
            case 8 or 9:
                return new ForEachSpec(Pick<ValuesKind>(2), random.Next(4), Optional(budget));
            case 10 or 11:
                return new ParallelSpec(Variables(), Activities(budget, 4), random.Next(3) == 0 ? Condition() : null);
            case 12:
                return new ParallelForEachSpec(Pick<ValuesKind>(2), random.Next(4), Optional(budget), random.Next(3) == 0 ? Condition() : null);
            case 13:
                return new SwitchSpec(Value(2), Activities(budget, 3), Optional(budget / 3));
            case 14 or 15 or 16:
                return new TryCatchSpec(Variables(), Optional(budget / 2), Catches(budget / 3), random.Next(2) == 0 ? null : Activity(budget / 3));
            case 17:
                return new CancellationScopeSpec(Variables(), Optional(budget * 2 / 3), Optional(budget / 3));
            case 18:
                return new CompositeSpec(Value(2), Place(), Optional(budget));
            case 19:
                return new InvokeActionSpec(Value(2), Optional(budget));
            case 20:
                return new InvokeFuncSpec(Value(2), Place(), Optional(budget));
            case 21 or 22 or 23 or 24:
                return new FlowGenerator(random, this).Make(budget);
            default:
                return Host(budget);
        }
    }

    private HostSpec Host(int budget) => new(
        Variables(),
        Activities(budget, 4),
        random.Next(3) == 0 ? Activity(budget / 3) : null,
        random.Next(3) == 0 ? Value(2) : null,
        random.Next(2) == 0 ? Value(2) : null,
        Place(),
        new HostPlan(
            Pick<ScheduleOrder>(5), Pick<HostAct>(3), Pick<HostAct>(5), Pick<HostAct>(3), Pick<FaultAct>(5), Pick<CancelAct>(2), IsUnusual()));

    private CompensableSpec Compensable(int budget) =>
        new(Variables(), Optional(budget / 2), Handler(budget / 4), Handler(budget / 4), Handler(budget / 4));

    private ActivitySpec? Handler(int budget) => random.Next(3) == 0 ? null : Activity(budget);

    private ActivitySpec Leaf()
    {
        if (_compensates && random.Next(5) == 0)
        {
            return new SettleSpec(random.Next(2) == 0, random.Next(4) != 0, random.Next(6));
        }

        if (_surrounds && random.Next(3) == 0)
        {
            return Surroundings.Leaf();
        }

        switch (random.Next(31))
        {
            case < 6:
                return new StepSpec(Deed());
            case < 11:
                return new AddSpec(Value(2), Value(2), Place(), Deed());
            case < 15:
                return new BumpSpec(Place(), Deed());
            case < 17:
                return new JoinSpec(Value(1), Deed());
            case < 21:
                return new AssignSpec(new ScopePlace(random.Next(6)), Value(2));
            case < 23:
                return IsUnusual() ? new ThrowSpec((FaultKind)random.Next(3), IsUnusual()) : new RethrowSpec();
            case < 27:
                return new AsyncSpec(Behaviour(), Value(1), Place(), Place());
            case 27:
                return IsUnusual() ? new TerminateSpec(random.Next(2) == 0 ? null : Value(1)) : new StepSpec(Deed());
            default:
                return Host(0);
        }
    }

    private ActivitySpec[] Activities(int budget, int most)
    {
        int count = random.Next(1, most + 1);
        return budget <= 0 ? [] : [.. Enumerable.Range(0, count).Select(_ => Activity(budget / count))];
    }

    private CatchSpec[] Catches(int budget) =>
        [.. Enumerable.Range(0, random.Next(3)).Select(_ => new CatchSpec((FaultKind)random.Next(3), Optional(budget)))];

    public VariableSpec[] Variables() =>
        [
            .. Enumerable.Range(0, random.Next(4) switch { 0 or 1 => 0, 2 => 1, _ => 2 })
                .Select(_ => new VariableSpec(random.Next(2) == 0 ? Value(1) : null, random.Next(4) == 0))
        ];

    public ValueSpec Value(int depth) => random.Next(depth > 0 ? 16 : 8) switch
    {
        < 3 => new LiteralValue(random.Next(4)),
        < 6 => new ReadValue(random.Next(6)),
        < 8 => new LambdaSpec(random.Next(6), Pick<LambdaDeed>()),
        < 11 => new CodeValue(Deed()),
        < 13 => new ArgumentCodeValue(Value(depth - 1), Deed()),
        13 => new WaitValue(random.Next(4) == 0, IsUnusual()),
        14 => new AsyncValue(Behaviour()),
        _ => new CompositeValue(Value(depth - 1), random.Next(2) == 0 ? null : Leaf()),
    };

    public PlaceSpec Place() => random.Next(10) switch
    {
        < 2 => new NoPlace(),
        < 7 => new ScopePlace(random.Next(6)),
        < 9 => new OwnPlace(Deed()),
        _ => new WaitPlace(IsUnusual()),
    };

    public ConditionSpec Condition() => new(Pick<ConditionKind>(5), random.Next(4), IsUnusual() ? random.Next(1, 4) : 0, IsUnusual() ? random.Next(1, 4) : 0);

    private AsyncBehaviour Behaviour() => new(random.Next(3) != 0, Pick<AsyncEnd>(2), Pick<AsyncCancel>(4));

    public Deed Deed() => Pick<Deed>();

    /// <summary>Returns a value of the enumeration: the first one, which is the usual one, unless the random number asks for something unusual.</summary>
    public T Pick<T>(int weight = 1)
        where T : struct, Enum
    {
        T[] all = Enum.GetValues<T>();
        return random.Next(100) < _unrest * weight ? all[random.Next(all.Length)] : all[0];
    }

    public bool IsUnusual() => random.Next(100) < _unrest;
}
