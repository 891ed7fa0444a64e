using Workflow;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

/// <summary>The first code block of README.md, line by line.</summary>
internal static class ReadmeSnippet
{
    public static void Run()
    {
        Variable<int> total = new("total", 120);
        Activity checkout = new Sequence
        {
            Variables = { total },
            Activities =
            {
                new If(context => total.Get(context) >= 100)
                {
                    Then = new Assign<int> { To = total, Value = new(context => total.Get(context) * 9 / 10) },
                },
                new WriteLine { Text = new(context => $"To pay: {total.Get(context)}") },
            },
        };
        WorkflowInvoker.Invoke(checkout); // To pay: 108
    }
}
