// What is asked of GitHub about discussions, which only its GraphQL interface answers: https://docs.github.com/graphql.
export const CATEGORIES_QUERY = `query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { hasDiscussionsEnabled
  discussionCategories(first: 25) { nodes { slug name isAnswerable } } } }`;
/** The answered ones, 100 of them after a cursor, the last changed first. */
export const TOPICS_QUERY = `query($owner: String!, $name: String!, $after: String) { repository(owner: $owner, name: $name) { hasDiscussionsEnabled
  discussions(first: 100, after: $after, answered: true, orderBy: { field: UPDATED_AT, direction: DESC }) {
    pageInfo { hasNextPage endCursor } nodes { id number updatedAt category { slug } } } } }`;
export const BODIES_QUERY = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on Discussion { id title url body answer { body } } } }`;
