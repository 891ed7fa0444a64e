using System.Data.Common;
using System.Globalization;
using System.Transactions;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Statements;

namespace Workflow.Persistence.Sql.Tests.Service;

/// <summary>
/// Receives messages one after the other. Each message has an effect: a row of the application, in one transaction with the state of the instance.
/// </summary>
public sealed class StepsWorkflow : Activity
{
    /// <summary>The number of messages that an instance receives.</summary>
    public const int Messages = 4;

    /// <summary>The name of the bookmark for the messages.</summary>
    public const string Step = "step";

    public StepsWorkflow() => Implementation = Build;

    /// <summary>The number of the instance within the test.</summary>
    [RequiredArgument]
    public InArgument<int> Number { get; set; } = null!;

    private Sequence Build()
    {
        Variable<int> taken = new("taken"), value = new("value");
        return new Sequence
        {
            Variables = { taken, value },
            Activities =
            {
                Effect(taken, value),
                new While(context => taken.Get(context) < Messages)
                {
                    Body = new Sequence
                    {
                        Activities =
                        {
                            new WaitForBookmark<int>(Step) { Result = value },
                            new Assign<int> { To = taken, Value = new(context => taken.Get(context) + 1) },
                            new If(context => taken.Get(context) == 2) { Then = new Delay { Duration = TimeSpan.FromMilliseconds(1) } },
                            Effect(taken, value),
                        },
                    },
                },
            },
        };
    }

    private Workflow.Statements.TransactionScope Effect(Variable<int> taken, Variable<int> value) => new()
    {
        IsolationLevel = IsolationLevel.ReadCommitted,
        Body = new AddEffect { Number = new(context => Number.Get(context)), Taken = taken, Value = value },
    };

    private sealed class AddEffect : AsyncCodeActivity
    {
        public InArgument<int> Number { get; set; } = null!;

        public InArgument<int> Taken { get; set; } = null!;

        public InArgument<int> Value { get; set; } = null!;

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            string row = string.Create(CultureInfo.InvariantCulture, $"{Number.Get(context)}, {Taken.Get(context)}, {Value.Get(context)}");
            DbConnection connection = await context.GetRequiredExtension<TransactionConnections>().GetAsync(context, cancellationToken);
            await using DbCommand insert = connection.CreateCommand();
#pragma warning disable CA2100 // The text consists of numbers.
            insert.CommandText = $"INSERT INTO app_step VALUES ({row})";
#pragma warning restore CA2100
            await insert.ExecuteNonQueryAsync(cancellationToken);
        }
    }
}
