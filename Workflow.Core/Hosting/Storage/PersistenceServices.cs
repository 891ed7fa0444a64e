using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>The services that saves and loads of an instance use: extensions of the instance, or the defaults.</summary>
/// <param name="Participants">The participants, which save values of their own.</param>
/// <param name="Clock">The clock of the instance.</param>
/// <param name="Serializer">The serializer of values.</param>
/// <param name="Types">The aliases of types.</param>
/// <param name="RequiresExactExceptions">True if a save fails when an exception cannot be restored exactly.</param>
internal sealed record PersistenceServices(
    IReadOnlyList<PersistenceParticipant> Participants, TimeProvider Clock, ValueSerializer Serializer, TypeRegistry Types, bool RequiresExactExceptions)
{
    private static readonly PersistenceServices None =
        new([], TimeProvider.System, new JsonValueSerializer(), new TypeRegistry(), RequiresExactExceptions: false);

    public static PersistenceServices Of(ExtensionSet? extensions) => extensions is null
        ? None
        : new PersistenceServices(
            extensions.FindAll<PersistenceParticipant>(),
            (TimeProvider?)extensions.Find(typeof(TimeProvider)) ?? None.Clock,
            (ValueSerializer?)extensions.Find(typeof(ValueSerializer)) ?? None.Serializer,
            (TypeRegistry?)extensions.Find(typeof(TypeRegistry)) ?? None.Types,
            extensions.Find(typeof(ExceptionPersistenceExtension)) is ExceptionPersistenceExtension { RequiresExactExceptions: true });
}
