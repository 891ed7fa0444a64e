using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The saves of a host without a store: only the participants save (rule 17.1).</summary>
internal sealed class ParticipantSaver(IReadOnlyList<PersistenceParticipant> participants) : AbortableWork
{
    /// <summary>Runs the save of all participants once.</summary>
    /// <param name="mappedVariables">The variables of the instance that participants may read; empty if the instance has ended.</param>
    public Task SaveAsync(IReadOnlyDictionary<XName, object?> mappedVariables) =>
        RunAsync(
            token =>
            {
                PersistencePipeline pipeline = new(participants);
                pipeline.Collect(mappedVariables);
                return pipeline.SaveAsync(token);
            },
            CancellationToken.None);
}
