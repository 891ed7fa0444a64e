using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Changes;

/// <summary>A workflow whose condition for changes can throw.</summary>
public sealed class Throwing : Tracing
{
    public Throwing()
    {
        Name = "throwing";
        CodeCondition condition = new();
        condition.Condition += OnCondition;
        DynamicUpdateCondition = condition;
        this.With(new Reading("wait"));
    }

    [field: ThreadStatic]
    public static bool Fails { get; set; }

    private void OnCondition(object? sender, ConditionalEventArgs e) => e.Result = Fails ? throw new FormatException("condition") : true;
}

/// <summary>Loops twice over a loop that loops twice.</summary>
public sealed class NestedLoops : Tracing
{
    public NestedLoops()
    {
        Name = "nested";
        Reading next = new("next");
        next.Read += OnRead;
        CodeCondition outer = new();
        outer.Condition += OnOuter;
        CodeCondition inner = new();
        inner.Condition += OnInner;
        this.With(new WhileActivity("outerLoop") { Condition = outer }.With(Sequence(
            "outer",
            new WhileActivity("innerLoop") { Condition = inner }.With(Sequence("inner", next)))));
    }

    public int Outer { get; set; }

    public int Inner { get; set; }

    private void OnOuter(object? sender, ConditionalEventArgs e) => e.Result = Outer++ < 2;

    private void OnInner(object? sender, ConditionalEventArgs e)
    {
        e.Result = Inner < 2;
        Inner = e.Result ? Inner + 1 : 0;
    }
}

/// <summary>Adds a child when it is notified of an added child.</summary>
public sealed class Grower : CompositeActivity
{
    public Grower()
    {
    }

    public Grower(string name)
        : base(name)
    {
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Executing;

    protected override void OnActivityChangeAdd(ActivityExecutionContext executionContext, Activity addedActivity)
    {
        if (addedActivity.Name == "first")
        {
            WorkflowChanges changes = new(GetActivityByName("growing")!);
            changes.In("grower").Activities.Add(new Step("second"));
            ApplyWorkflowChanges(changes);
        }
    }
}

/// <summary>Contains a <see cref="Grower"/>.</summary>
public sealed class Growing : Tracing
{
    public Growing()
    {
        Name = "growing";
        this.With(new Grower("grower"), new Reading("wait"));
    }
}
