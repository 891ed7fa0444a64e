using System.Text.Json;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>The outstanding bookmarks and the bookmark scopes.</summary>
internal sealed class BookmarksSection : Section
{
    private const string MultipleKey = "multipleResume", NonBlockingKey = "nonBlocking", LastBookmarkKey = "lastBookmark", LastScopeKey = "lastScope",
        DefaultScopeKey = "defaultScope", ScopesKey = "scopes", BookmarksKey = "bookmarks", BookmarkKey = "is", OwnerKey = "of", CallbackKey = "callback",
        ScopeKey = "in", ImportantKey = "important", UnimportantKey = "unimportant";

    public override void Write(SnapshotWriter writer)
    {
        ref BookmarkTable table = ref writer.Source.Bookmarks;
        Utf8JsonWriter json = writer.Json;
        writer.WriteCounter(LastBookmarkKey, table.LastNumber);
        if (table.Scopes is { } scopes)
        {
            writer.WriteCounter(LastScopeKey, scopes.LastTemporaryId);
            writer.WriteReference(DefaultScopeKey, scopes.Default.Scope);
            writer.WriteReferences(ScopesKey, scopes.All.Select(known => known.Scope));
        }

        if (table.Count == 0)
        {
            return;
        }

        json.WriteStartArray(BookmarksKey);
        foreach (BookmarkEntry entry in table.Outstanding)
        {
            json.WriteStartObject();
            writer.WriteReference(BookmarkKey, entry.Bookmark);
            writer.WriteReference(OwnerKey, entry.Owner);
            writer.WriteCallback(CallbackKey, entry.Callback, entry.Owner.Activity);
            WriteOptions(entry.Options, json);
            if (entry is ScopedEntry scoped)
            {
                writer.WriteReference(ScopeKey, scoped.Scope?.Scope);
                WriteClaims(scoped.Claims, writer);
            }

            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    public override void Read(SnapshotNode all, SnapshotReader reader, LoadedRun run)
    {
        run.LastBookmark = all.Get(LastBookmarkKey).Counter();
        Dictionary<BookmarkScope, ScopeTable>? known = null;
        if (reader.GetAll<BookmarkScope>(all, ScopesKey) is { Count: > 0 } scopes)
        {
            known = new(ReferenceEqualityComparer.Instance);
            run.Scopes = ReadScopes(all, scopes.ConvertAll(scope => new ScopeTable(scope)), known, reader);
        }

        foreach (SnapshotNode entry in all.ItemsOf(BookmarksKey))
        {
            run.Bookmarks.Add(ReadEntry(entry, known, reader));
        }
    }

    private static BookmarkScopes ReadScopes(SnapshotNode all, List<ScopeTable> tables, Dictionary<BookmarkScope, ScopeTable> known, SnapshotReader reader)
    {
        BookmarkScope first = reader.Get<BookmarkScope>(all, DefaultScopeKey);
        long last = all.Get(LastScopeKey).Counter();
        HashSet<(Guid, long)> ids = [];
        foreach (ScopeTable table in tables)
        {
            BookmarkScope scope = table.Scope;
            if (scope.IsDefault || scope.TemporaryId > last || !ids.Add((scope.Id, scope.TemporaryId)) || !known.TryAdd(scope, table))
            {
                throw all.Get(ScopesKey).Invalid("has a bookmark scope twice, or one with a number above 'lastScope'");
            }
        }

        int defaultTable = tables.FindIndex(table => ReferenceEquals(table.Scope, first));
        return defaultTable >= 0
            ? new BookmarkScopes(last, tables, defaultTable)
            : throw all.Get(ScopesKey).Invalid("does not contain the default bookmark scope");
    }

    private static BookmarkEntry ReadEntry(SnapshotNode entry, Dictionary<BookmarkScope, ScopeTable>? tables, SnapshotReader reader)
    {
        Bookmark bookmark = reader.Get<Bookmark>(entry, BookmarkKey);
        Frame owner = reader.Get<Frame>(entry, OwnerKey);
        if (owner.IsCompleted)
        {
            throw entry.Get(OwnerKey).Invalid("is an instance that has ended, which cannot wait for a bookmark");
        }

        BookmarkCallback? callback = reader.Callback<BookmarkCallback>(entry, CallbackKey, owner.Activity);
        BookmarkOptions options = (entry.FlagOf(MultipleKey) ? BookmarkOptions.MultipleResume : BookmarkOptions.None)
            | (entry.FlagOf(NonBlockingKey) ? BookmarkOptions.NonBlocking : BookmarkOptions.None);

        BookmarkScope? scope = reader.GetOrNull<BookmarkScope>(entry, ScopeKey);
        ExclusiveClaims? claims = ReadClaims(entry, reader);
        if (scope is null && claims is null)
        {
            return new BookmarkEntry(bookmark, owner, callback, options);
        }

        ScopeTable? table = scope is null
            ? null
            : tables?.GetValueOrDefault(scope) ?? throw entry.Get(ScopeKey).Invalid("is not one of the bookmark scopes of the instance");
        return new ScopedEntry(bookmark, owner, callback, options, table, claims);
    }

    private static void WriteOptions(BookmarkOptions options, Utf8JsonWriter json)
    {
        if ((options & BookmarkOptions.MultipleResume) != 0)
        {
            json.WriteBoolean(MultipleKey, true);
        }

        if ((options & BookmarkOptions.NonBlocking) != 0)
        {
            json.WriteBoolean(NonBlockingKey, true);
        }
    }

    private static void WriteClaims(ExclusiveClaims? claims, SnapshotWriter writer)
    {
        if (claims is not null)
        {
            writer.WriteReferences(ImportantKey, claims.Important);
            writer.WriteReferences(UnimportantKey, claims.Unimportant);
        }
    }

    private static ExclusiveClaims? ReadClaims(SnapshotNode entry, SnapshotReader reader) => entry.TryGet(ImportantKey, out _)
        ? new ExclusiveClaims(reader.GetAll<ExclusiveHandle>(entry, ImportantKey), reader.GetAll<ExclusiveHandle>(entry, UnimportantKey))
        : null;
}
