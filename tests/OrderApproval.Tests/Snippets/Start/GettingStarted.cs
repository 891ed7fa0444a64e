using System.Globalization;
using Workflow;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class ShippingCost : Activity<decimal>
{
    public ShippingCost() => Implementation = () => new Switch<string>(context => Country.Get(context))
    {
        Cases =
        {
            ["DE"] = Cost(_ => 4.90m),
            ["CH"] = Cost(context => 9.50m + (2m * Weight.Get(context))),
        },
        Default = Cost(context => 7.00m + Weight.Get(context)),
    };

    [RequiredArgument]
    public InArgument<string> Country { get; set; } = null!;

    [RequiredArgument]
    public InArgument<decimal> Weight { get; set; } = null!;

    private Assign<decimal> Cost(Func<ActivityContext, decimal> amount) => new()
    {
        To = new(context => Result!.Get(context)),
        Value = new(amount),
    };
}

public sealed class CountWords : CodeActivity<int>
{
    [RequiredArgument]
    public InArgument<string> Text { get; set; } = null!;

    protected override int Execute(CodeActivityContext context) =>
        Text.Get(context).Split(' ', StringSplitOptions.RemoveEmptyEntries).Length;
}

/// <summary>The code of docs/start/getting-started.md.</summary>
internal static class GettingStarted
{
    // One definition serves any number of runs, on any number of threads.
    private static readonly ShippingCost Shipping = new();

    public static decimal CostOf(string country, decimal weight) => WorkflowInvoker.Invoke(
        Shipping, new Dictionary<string, object?> { ["Country"] = country, ["Weight"] = weight });

    public static Task<decimal> CostOfAsync(string country, decimal weight, CancellationToken cancellationToken) => WorkflowInvoker.InvokeAsync(
        Shipping, new Dictionary<string, object?> { ["Country"] = country, ["Weight"] = weight }, cancellationToken);

    public static Activity WithOwnStep()
    {
        Variable<int> words = new("words");
        return new Sequence
        {
            Variables = { words },
            Activities =
            {
                new CountWords { Text = "three little words", Result = words },
                new WriteLine { Text = new(context => $"{words.Get(context)} words") },
            },
        };
    }

    public static Activity WithFault(Activity riskyStep)
    {
        DelegateInArgument<TimeoutException> late = new("late");
        return new TryCatch
        {
            Try = riskyStep,
            Catches =
            {
                new Catch<TimeoutException>
                {
                    Action = new ActivityAction<TimeoutException>
                    {
                        Argument = late,
                        Handler = new WriteLine { Text = new(context => $"Too late: {late.Get(context).Message}") },
                    },
                },
            },
            Finally = new WriteLine { Text = "Done." },
        };
    }

    public static Activity InParallel() => new Sequence
    {
        Activities =
        {
            new Workflow.Statements.Parallel
            {
                Branches =
                {
                    new Sequence
                    {
                        Activities =
                        {
                            new Delay { Duration = TimeSpan.FromMilliseconds(20) },
                            new WriteLine { Text = "slow" },
                        },
                    },
                    new WriteLine { Text = "quick" },
                },
            },
            new WriteLine { Text = "both are done" },
        },
    };

    public static string Output(Activity workflow)
    {
        StringWriter text = new(CultureInfo.InvariantCulture) { NewLine = "\n" };
        WorkflowInvoker invoker = new(workflow);
        invoker.Extensions.Add(text);
        invoker.Invoke();
        return text.ToString();
    }

    public static string Invalid()
    {
        try
        {
            WorkflowInvoker.Invoke(new Sequence { Activities = { new If { DisplayName = "Large?" }, new CountWords() } });
            return "";
        }
        catch (InvalidWorkflowException invalid)
        {
            return invalid.Message;
        }
    }
}
