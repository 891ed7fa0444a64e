using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>What of an instance's extensions matters to its saves and loads; where there is none, the default.</summary>
/// <param name="Participants">The participants, which save values of their own.</param>
/// <param name="Clock">The clock of the instance.</param>
/// <param name="Serializer">Writes and reads values.</param>
/// <param name="Types">The aliases of types.</param>
/// <param name="RequiresExactExceptions">A save fails if an exception cannot be restored exactly.</param>
internal sealed record PersistenceServices(
    IReadOnlyList<PersistenceParticipant> Participants, TimeProvider Clock, ValueSerializer Serializer, TypeRegistry Types, bool RequiresExactExceptions)
{
    private static readonly PersistenceServices None = new([], TimeProvider.System, new JsonValueSerializer(), new TypeRegistry(), RequiresExactExceptions: false);

    public static PersistenceServices Of(ExtensionSet? extensions) => extensions is null
        ? None
        : new PersistenceServices(
            extensions.FindAll<PersistenceParticipant>(),
            (TimeProvider?)extensions.Find(typeof(TimeProvider)) ?? None.Clock,
            (ValueSerializer?)extensions.Find(typeof(ValueSerializer)) ?? None.Serializer,
            (TypeRegistry?)extensions.Find(typeof(TypeRegistry)) ?? None.Types,
            extensions.Find(typeof(ExceptionPersistenceExtension)) is ExceptionPersistenceExtension { RequiresExactExceptions: true });
}
