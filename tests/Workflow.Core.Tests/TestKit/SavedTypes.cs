using Workflow.Persistence;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The aliases of what tests put into workflows.</summary>
internal static class SavedTypes
{
    public static TypeRegistry Create() => new TypeRegistry();
}
