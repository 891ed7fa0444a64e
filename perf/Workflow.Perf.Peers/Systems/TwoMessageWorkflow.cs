using System.Data.Common;
using Workflow.Perf.Peers.Driving;
using Workflow.Persistence.Sql;
using Workflow.Statements;

namespace Workflow.Perf.Peers.Systems;

/// <summary>Waits for two messages, and has an effect after each.</summary>
internal sealed class TwoMessageWorkflow : Activity
{
    public const string Bookmark = "message";

    /// <param name="application">The writer of effects that are not part of the transaction of the state; null if they are part of it.</param>
    public TwoMessageWorkflow(EffectWriter? application) => Implementation = () => new Sequence
    {
        Activities =
        {
            new WaitForBookmark<int>(Bookmark),
            Effect(SystemUnderTest.First, application),
            new Reached(SystemUnderTest.First) { Instance = new(context => Instance.Get(context)) },
            new WaitForBookmark<int>(Bookmark),
            Effect(SystemUnderTest.Second, application),
            new Reached(SystemUnderTest.Second) { Instance = new(context => Instance.Get(context)) },
        },
    };

    [RequiredArgument]
    public InArgument<Guid> Instance { get; set; } = null!;

    private Activity Effect(int step, EffectWriter? application)
    {
        AddEffect effect = new(step, application) { Instance = new(context => Instance.Get(context)) };
        return application is null ? new TransactionScope { IsolationLevel = System.Transactions.IsolationLevel.ReadCommitted, Body = effect } : effect;
    }

    private sealed class AddEffect(int step, EffectWriter? application) : AsyncCodeActivity
    {
        [RequiredArgument]
        public InArgument<Guid> Instance { get; set; } = null!;

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Guid instance = Instance.Get(context);
            if (application is not null)
            {
                await Effects.WorkAsync();
                await application.AddAsync(instance, step);
                return;
            }

            DbConnection shared = await context.GetRequiredExtension<TransactionConnections>().GetAsync(context, cancellationToken);
            await Effects.WorkAsync();
            await Effects.AddAsync(shared, null, instance, step);
        }
    }
}
