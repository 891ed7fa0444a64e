using System.Runtime.ExceptionServices;
using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The saves of a host without a store: only the participants work (rule 17.1).</summary>
/// <remarks>A save is begun by the owner of the instance's turn; giving up is safe from any thread.</remarks>
#pragma warning disable CA1001 // A source without timer and wait handle holds nothing to dispose, and participants may use its token after the end.
internal sealed class ParticipantSaves(IReadOnlyList<PersistenceParticipant> participants)
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _abort = new();
    private Exception? _reason;

    /// <summary>Runs the participants once. Given up, it ends with the reason for that, unless nothing had to be waited for.</summary>
    /// <param name="mappedVariables">The instance's variables that they may read; none when it has ended.</param>
    public async Task SaveAsync(IReadOnlyDictionary<XName, object?> mappedVariables)
    {
        try
        {
            PersistencePipeline pipeline = new(participants);
            pipeline.Collect(mappedVariables);
            await pipeline.SaveAsync(_abort.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (_abort.IsCancellationRequested)
        {
            ExceptionDispatchInfo.Throw(_reason!);
        }
    }

    /// <summary>Gives up the running save, and any later one that would have to be waited for.</summary>
    public void Abort(Exception reason)
    {
        _reason = reason;
        _abort.Cancel();
    }
}
